-- kind: table
-- definition: Of runs in which a link fails again and again, what each TCP flow sent in each whole second: bits of payload, repeated packets among them.
-- needs: tcp_bins, tcp_phases
SELECT
    run_id,
    subject,
    start_us // 1000000 AS time_s,
    8 * sum(sent_payload) AS sent_bps
FROM tcp_bins
SEMI JOIN (SELECT run_id FROM tcp_phases WHERE phase = 'transient') AS unstable USING (run_id)
GROUP BY run_id, subject, start_us // 1000000
