-- A sender's window under load, in steps of 3 s, in the first run.
SELECT variant, time_s // 3 * 3 AS time_s, avg(last_cwnd_packets) AS cwnd_packets
FROM cwnd_series JOIN scenarios USING (study, scenario)
WHERE study = $study AND scenario_set = 'load' AND load = $load AND subject = $subject AND seed = 1
GROUP BY variant, time_s // 3 ORDER BY place_of(variant), time_s
