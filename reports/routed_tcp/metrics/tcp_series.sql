-- title: TCP data over time
-- table: tcp_series
-- unit: bit/s
-- definition: What a flow sent, and what was new to the receiver, in each of at most 400 pieces of whole seconds, with packets out of order, new and sent again; first replication only.
-- source: S. Tamrakar's thesis (2009), Figures 4.5, 4.15 and D.1
-- needs: tcp_bins, tcp_phases
SELECT
    run_id,
    subject,
    (start_us // width_us) * width_us // 1000000 AS time_s,
    width_us // 1000000 AS width_s,
    8e6 * sum(sent_payload) / width_us AS sent_bps,
    8e6 * sum(new_payload) / width_us AS goodput_bps,
    CAST(sum(out_of_order_packets) AS BIGINT) AS out_of_order_packets,
    CAST(sum(new_packets) AS BIGINT) AS new_packets,
    CAST(sum(retransmitted_packets) AS BIGINT) AS retransmitted_packets
FROM tcp_bins
JOIN (
    SELECT run_id, 1000000 * ((end_us - start_us + 399999999) // 400000000) AS width_us
    FROM tcp_phases
    WHERE phase = 'whole'
) AS pieces USING (run_id)
WHERE seed = 1
GROUP BY run_id, subject, (start_us // width_us) * width_us // 1000000, width_us
