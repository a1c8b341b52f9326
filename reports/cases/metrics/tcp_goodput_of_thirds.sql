-- title: TCP goodput early and late
-- table: metrics
-- unit: bit/s
-- range: from 0
-- definition: Goodput of a flow in the first and in the last third of the time from its start to the end of the run.
-- source: ours, for what changes while links are unstable (S. Tamrakar's thesis (2009), section 5.2.3)
-- needs: tcp_bins, tcp_phases
SELECT
    run_id,
    subject || IF(tcp_bins.start_us < middle_us, ' first third', ' last third') AS subject,
    8e6 * sum(new_payload) / third_us AS value
FROM tcp_bins
JOIN (
    SELECT
        run_id, start_us, end_us,
        (start_us + end_us) / 2 AS middle_us,
        (end_us - start_us) / 3 AS third_us
    FROM tcp_phases
    WHERE phase = 'whole'
) AS whole USING (run_id)
WHERE tcp_bins.start_us >= whole.start_us AND tcp_bins.start_us < whole.end_us
    AND (
        tcp_bins.start_us < whole.start_us + third_us OR tcp_bins.start_us >= whole.end_us - third_us
    )
GROUP BY run_id, subject, tcp_bins.start_us < middle_us, third_us
