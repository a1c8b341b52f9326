-- title: Congestion window, packet by packet
-- subject: TCP window
-- table: cwnd_steps
-- unit: packets
-- definition: The congestion window at its first value, whenever it has grown to another whole number of packets, and whenever it falls.
-- source: ours, for figures such as 2, 4 and 6 of L. Subedi's report (2008)
-- needs: congestion_windows
SELECT run_id, subject, time_ns / 1e9 AS time_s, value AS cwnd_packets
FROM congestion_windows
WHERE before IS NULL OR floor(value) <> floor(before) OR value < before
