-- page: 6.2.1
-- statement: With a longer queue Hybla does better, and the effect can still be seen.
SELECT
    CASE WHEN bool_and(better AND seen) THEN 'holds' WHEN bool_or(better OR seen)
        THEN 'holds in part' ELSE 'does not hold' END AS verdict,
    string_agg(
        queue_packets || ' packets: Hybla gets ' || short(mean_late) || ' % on average beyond 65 ms, '
        || 'and its share varies between ' || short(least) || ' and ' || short(largest)
        || ' % from 16 to 64 ms', '; ' ORDER BY queue_packets
    ) || ' (by more than 25 points is asked for)' AS evidence
FROM (
    SELECT
        queue_packets,
        avg(share_1) FILTER (delay_ms > 65) AS mean_late,
        min(share_1) FILTER (delay_ms BETWEEN 16 AND 64) AS least,
        max(share_1) FILTER (delay_ms BETWEEN 16 AND 64) AS largest,
        mean_late >= coalesce(lag(mean_late) OVER (ORDER BY queue_packets), 0) AS better,
        largest - least > 25 AS seen
    FROM sync_sweeps
    WHERE scenario_set IN ('hybla', 'hybla-queues') AND level = 'current'
    GROUP BY queue_packets
)
HAVING count(*) = 3
