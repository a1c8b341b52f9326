-- Goodput of the first connection through UNINETT over time, in Mb/s.
SELECT system_of(routing, previous_hop_memory) AS system, time_s, goodput_bps / 1e6 AS rate
FROM tcp_series JOIN scenarios USING (study, scenario)
WHERE study = $study AND replace(scenario_set, '-baseline', '') = $scenario_set
    AND packet_bytes = 1500 AND seed = 1 AND subject = 'flow1'
ORDER BY system, time_s
