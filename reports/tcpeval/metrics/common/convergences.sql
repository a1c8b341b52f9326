-- kind: table
-- definition: When the flows of a traffic class have come to share fairly: the end of the last bin up to whose end Jain's index over all payload that the flows had received since the beginning of the run was below 0.9, or 0; whether that was before the run's last bin.
-- needs: class_bins
SELECT
    run_id,
    traffic_class,
    coalesce(max(start_us + width_us) FILTER (fairness IS NULL OR fairness < 0.9), 0) AS fair_us,
    fair_us < any_value(end_us) AS is_reached
FROM (
    SELECT
        run_id,
        traffic_class,
        start_us,
        width_us,
        end_us,
        sum(received) ** 2 / nullif(count(*) * sum(received ** 2), 0) AS fairness
    FROM (
        SELECT
            *,
            CAST(sum(new_payload) OVER (
                PARTITION BY run_id, flow ORDER BY start_us
            ) AS DOUBLE) AS received
        FROM class_bins
    )
    GROUP BY run_id, traffic_class, start_us, width_us, end_us
)
GROUP BY run_id, traffic_class
