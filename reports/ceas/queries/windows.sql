-- TCP's windows from the start until some time, in the first run.
SELECT variant, time_s, cwnd_packets AS cwnd
FROM tcp_windows JOIN scenarios USING (study, scenario)
WHERE study = $study AND scenario_set = 'start' AND ant_rate = $ant_rate AND seed = 1
    AND subject = 'flow1' AND time_s BETWEEN $from_s AND $until_s
ORDER BY variant, time_s
