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
    sum(CAST(round(1000 * value) AS HUGEINT) * (next_ns - time_ns))
    / sum(next_ns - time_ns) / 1000 AS value
FROM congestion_windows
WHERE next_ns IS NOT NULL
GROUP BY run_id, subject
HAVING sum(next_ns - time_ns) > 0
