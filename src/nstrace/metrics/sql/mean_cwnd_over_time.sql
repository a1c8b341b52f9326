-- title: Congestion window averaged over time
-- subject: TCP window
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: Time average of the congestion window from its first to its last change.
-- source: ours; what Table 4.16 of M. Kazmi's thesis (study mpls) should be read as
-- needs: congestion_windows
SELECT
    run_id,
    subject,
    sum(CAST(round(1000 * value) AS HUGEINT) * held_ns) / sum(held_ns) / 1000 AS value
FROM (
    SELECT
        run_id,
        subject,
        value,
        lead(time_ns) OVER (PARTITION BY run_id, subject ORDER BY end_byte) - time_ns AS held_ns
    FROM congestion_windows
)
WHERE held_ns IS NOT NULL
GROUP BY run_id, subject
HAVING sum(held_ns) > 0
