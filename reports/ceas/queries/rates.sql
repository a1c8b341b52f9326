-- Goodput of two connections over time, in Mb/s; the thesis' data rate is the sender's.
SELECT CASE subject WHEN 'flow1' THEN '0 to 8' ELSE '2 to 6' END AS flow, time_s,
       goodput_bps / 1e6 AS rate
FROM tcp_series
WHERE study = $study AND scenario = $scenario AND seed = 1
ORDER BY flow, time_s
