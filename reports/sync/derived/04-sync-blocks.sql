-- table: sync_blocks
-- title: Blocks of delays at which Hybla's share jumps
-- unit: ms
-- definition: Hybla against NewReno, queue of 10, current round trip time: whole milliseconds that follow each other (one may be left out) at which the share differs by more than 20 points from that one millisecond before.
-- source: ours, for the report's "blocks" (section 6.2.1)
SELECT
    min(delay_ms) AS first_ms,
    max(delay_ms) - 1 AS last_ms,
    count(*) AS jumps
FROM (
    SELECT
        delay_ms,
        sum(CASE WHEN delay_ms - earlier <= 2 THEN 0 ELSE 1 END) OVER (ORDER BY delay_ms) AS block
    FROM (
        SELECT delay_ms, lag(delay_ms, 1, -10) OVER (ORDER BY delay_ms) AS earlier
        FROM sync_sweeps
        WHERE scenario_set = 'hybla' AND queue_packets = 10 AND level = 'current'
            AND step_ms = 1 AND jump > 20
    )
)
GROUP BY block
HAVING count(*) >= 6
ORDER BY first_ms
