-- title: Congestion window over time
-- subject: TCP window
-- table: cwnd_series
-- unit: packets
-- definition: Least, last and largest congestion window of each second in which it changed.
-- source: M. Kazmi's thesis (study mpls), section 3.2.5.2
-- needs: congestion_windows
SELECT
    run_id,
    subject,
    time_ns // 1000000000 AS time_s,
    min(value) AS min_cwnd_packets,
    arg_max(value, end_byte) AS last_cwnd_packets,
    max(value) AS max_cwnd_packets
FROM congestion_windows
GROUP BY run_id, subject, time_ns // 1000000000
