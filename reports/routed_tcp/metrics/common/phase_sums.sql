-- kind: table
-- definition: What each TCP flow did in each part of its run.
-- needs: tcp_bins, tcp_phases
SELECT
    run_id,
    subject,
    phase,
    any_value(tcp_phases.end_us - tcp_phases.start_us) AS period_us,
    sum(delivered_bytes) AS delivered_bytes,
    sum(new_payload) AS new_payload,
    sum(new_packets) AS new_packets,
    sum(out_of_order_packets) AS out_of_order_packets,
    sum(retransmitted_packets) AS retransmitted_packets,
    sum(dropped_in_queue) AS dropped_in_queue,
    sum(dropped_on_line) AS dropped_on_line,
    sum(dropped_link_down) AS dropped_link_down
FROM tcp_bins
JOIN tcp_phases USING (run_id)
WHERE tcp_bins.start_us >= tcp_phases.start_us AND tcp_bins.start_us < tcp_phases.end_us
GROUP BY run_id, subject, phase
