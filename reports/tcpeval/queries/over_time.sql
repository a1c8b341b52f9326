-- Rates of the forward flows on the dumbbell over time, in Mb/s.
SELECT subject AS flow, $piece_s * floor(time_s / $piece_s) AS time_s, avg(throughput_bps) / 1e6 AS rate
FROM class_series JOIN scenarios USING (study, scenario)
WHERE study = $study AND scenario_set = $scenario_set AND topology = 'dumbbell'
    AND queueing = 'drop-tail' AND protocol = $protocol AND packet_error_percent = $percent
    AND traffic_class = 'forward'
GROUP BY ALL ORDER BY subject, time_s
