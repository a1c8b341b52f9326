-- The window over time at an error rate, with the thesis' random numbers.
SELECT variant, time_s, last_cwnd_packets AS cwnd_packets
FROM cwnd_series JOIN scenarios USING (study, scenario)
WHERE study = $study AND scenario_set = 'losses-replayed' AND packet_error_percent = $percent
ORDER BY variant, time_s
