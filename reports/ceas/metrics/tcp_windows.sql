-- title: Congestion window, sampled
-- table: tcp_windows
-- unit: packets
-- definition: Congestion window of a flow at each sample; first replication only.
-- source: S. Tamrakar's thesis (2009), Figure 4.4
-- needs: tcp_flows
SELECT run_id, subject, time_ns / 1e9 AS time_s, value AS cwnd_packets
FROM variables JOIN tcp_flows USING (run_id, source_node)
WHERE variable = 'cwnd_' AND seed = 1 AND time_ns >= 1000 * start_us
