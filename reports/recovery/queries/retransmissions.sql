-- What was sent again, how far the window fell and when it grew again.
SELECT lost, variant,
       coalesce(max(mean) FILTER (metric = 'packets_dropped'), 0) AS dropped,
       max(mean) FILTER (metric = 'packets_retransmitted' AND subject = 'flow1') AS again,
       max(mean) FILTER (metric = 'least_cwnd_after_loss') AS least,
       max(mean) FILTER (metric = 'time_to_regrow_cwnd') AS regrown_s,
       max(mean) FILTER (metric = 'response_time') AS response_s
FROM points
WHERE study = $study AND scenario_set = 'losses'
GROUP BY lost, variant ORDER BY amount_of(lost), place_of(variant)
