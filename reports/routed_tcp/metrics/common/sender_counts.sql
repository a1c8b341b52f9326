-- kind: table
-- definition: How much a sender's counters grew in each part of its run, by their samples: those at or before the part's ends.
-- needs: tcp_flows, tcp_phases
SELECT
    run_id,
    subject,
    phase,
    variable,
    max(value) FILTER (time_ns <= 1000 * tcp_phases.end_us)
        - coalesce(max(value) FILTER (time_ns <= 1000 * tcp_phases.start_us), 0) AS count
FROM variables
JOIN tcp_flows USING (run_id, source_node)
JOIN tcp_phases USING (run_id)
WHERE variable IN ('ncwndcuts_', 'nrexmit_')
GROUP BY run_id, subject, phase, variable
