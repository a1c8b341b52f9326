-- Packets a second that arrive out of order, from the start until some time.
SELECT variant, time_s, out_of_order_packets / width_s AS rate
FROM tcp_series JOIN scenarios USING (study, scenario)
WHERE study = $study AND scenario_set = 'start' AND ant_rate = $ant_rate AND seed = 1
    AND subject = 'flow1' AND time_s BETWEEN $from_s AND $until_s
ORDER BY variant, time_s
