-- kind: table
-- definition: The period of a run that its rates are of: from its first to its last event, unless measured_periods says otherwise.
-- needs: measured_periods
SELECT
    run_id,
    coalesce(measured_periods.start_ns, traced.start_ns) AS start_ns,
    coalesce(measured_periods.end_ns, traced.end_ns) AS end_ns,
    measured_periods.start_ns IS NOT NULL AS start_is_given
FROM (
    SELECT run_id, min(time_ns) AS start_ns, max(time_ns) AS end_ns
    FROM (SELECT run_id, time_ns FROM packets UNION ALL SELECT run_id, time_ns FROM wireless)
    GROUP BY run_id
) AS traced
LEFT JOIN measured_periods USING (run_id)
