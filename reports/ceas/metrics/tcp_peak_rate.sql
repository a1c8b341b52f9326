-- title: Largest data rate
-- table: metrics
-- unit: bit/s
-- range: from 0
-- definition: Largest goodput over five whole seconds, in the whole run of a flow and in each part of it.
-- source: ours, for whether full rate is reached at all (S. Tamrakar's thesis (2009), sections 4.4 to 4.6)
-- needs: tcp_bins, tcp_phases
SELECT run_id, subject || ' ' || phase AS subject, max(mean_bps) AS value
FROM (
    SELECT
        run_id, subject, phase,
        avg(bps) OVER window_of_5 AS mean_bps,
        count(*) OVER window_of_5 AS seconds
    FROM (
        SELECT
            run_id, subject, phase, tcp_bins.start_us // 1000000 AS time_s,
            8 * sum(new_payload) AS bps
        FROM tcp_bins
        JOIN tcp_phases USING (run_id)
        WHERE tcp_bins.start_us >= tcp_phases.start_us AND tcp_bins.start_us < tcp_phases.end_us
        GROUP BY run_id, subject, phase, tcp_bins.start_us // 1000000
    )
    WINDOW window_of_5 AS (
        PARTITION BY run_id, subject, phase
        ORDER BY time_s
        ROWS BETWEEN CURRENT ROW AND 4 FOLLOWING
    )
)
WHERE seconds = 5
GROUP BY run_id, subject, phase
