-- reason: unprinted parameter
-- parameter: the rule by which SACK PR tells random losses
-- claims: 02-improvement-up-to-40-percent; 04-alike-without-random-losses; 06-more-throughput-on-the-parking-lot
-- words: The rule is in papers that the study cites and does not print; ours goes by the packets that wait in queues. Where losses are many it keeps more of the window than a rise of 40 % asks for; where many flows or RED keep each flow's part of the queue short, as on the parking lot, it takes for random what the queue dropped. Another rule gains otherwise.
SELECT 'gains in forward throughput, by rule and network: ' || string_agg(
    place || printf(' %+.0f to %+.0f %%', round(least) + 0, round(most) + 0), ', ' ORDER BY place
)
FROM (
    SELECT
        CASE protocol WHEN 'sack-pr' THEN 'by packets in queues, '
            WHEN 'sack-pr-spike' THEN 'by spikes of the delay, ' ELSE protocol || ', ' END
            || replace(topology, '-', ' ') AS place, min(gain) AS least, max(gain) AS most
    FROM tcpeval_gains
    WHERE quantity = 'forward_bps' AND scenario_set IN ('experiments', 'rules')
    GROUP BY ALL
)
