-- What protocols gain over the baseline on the dumbbell with drop-tail queues: in per cent of it, or in
-- points of what the bottleneck can carry.
SELECT protocol, packet_error_percent, scenario || ' ' || baseline_scenario AS scenario, n,
       CASE WHEN $of_link THEN difference / 1e5 ELSE gain END AS value,
       CASE WHEN $of_link THEN difference_low / 1e5 ELSE gain_low END AS low,
       CASE WHEN $of_link THEN difference_high / 1e5 ELSE gain_high END AS high
FROM tcpeval_gains
WHERE topology = 'dumbbell' AND queueing = 'drop-tail' AND quantity = 'forward_bps'
    AND packet_error_percent >= 1 AND scenario_set IN ('experiments', 'rules')
ORDER BY packet_error_percent, scenario_set, protocol
