-- title: Deviation of the data rate
-- table: metrics
-- unit: bit/s
-- range: from 0
-- definition: Standard deviation of the goodput of whole seconds, in the whole run of a flow and in each part of it.
-- source: ours, for how smooth rates are (S. Tamrakar's thesis (2009), Figure 4.15)
-- needs: tcp_bins, tcp_phases
SELECT run_id, subject || ' ' || phase AS subject, stddev_pop(bps ORDER BY time_s) AS value
FROM (
    SELECT
        run_id, subject, phase, tcp_bins.start_us // 1000000 AS time_s,
        8 * sum(new_payload) AS bps
    FROM tcp_bins
    JOIN tcp_phases USING (run_id)
    WHERE tcp_bins.start_us >= tcp_phases.start_us AND tcp_bins.start_us < tcp_phases.end_us
    GROUP BY run_id, subject, phase, tcp_bins.start_us // 1000000
)
GROUP BY run_id, subject, phase
