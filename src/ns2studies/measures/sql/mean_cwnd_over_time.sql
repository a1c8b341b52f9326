-- title: Congestion window averaged over time
-- table: metrics
-- unit: packets
-- definition: Time average of the congestion window from its first to its last change.
-- source: ours; what Table 4.16 should be read as
SELECT
    run_id,
    'flow' || flow AS subject,
    sum(CAST(round(1000 * value) AS HUGEINT) * held_ns) / sum(held_ns) / 1000 AS value
FROM (
    SELECT
        run_id,
        flow,
        value,
        lead(time_ns) OVER (PARTITION BY run_id, flow ORDER BY end_byte) - time_ns AS held_ns
    FROM congestion_windows
)
WHERE held_ns IS NOT NULL
GROUP BY run_id, flow
HAVING sum(held_ns) > 0
