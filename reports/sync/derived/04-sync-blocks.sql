-- table: sync_blocks
-- title: Blocks of delays at which Hybla's share jumps
-- unit: ms
-- definition: Hybla against NewReno, queue of 10, current round trip time, in the sweep of one seed: whole milliseconds that follow each other (one may be left out) at which the share differs by more than 20 points from that one millisecond before.
-- source: ours, for the report's "blocks" (section 6.2.1)
SELECT
    seed,
    row_number() OVER (PARTITION BY seed ORDER BY min(delay_ms)) AS place,
    min(delay_ms) AS first_ms,
    max(delay_ms) - 1 AS last_ms,
    count(*) AS jumps
FROM (
    SELECT
        seed,
        delay_ms,
        sum(CASE WHEN delay_ms - earlier <= 2 THEN 0 ELSE 1 END) OVER sweep AS block
    FROM (
        SELECT seed, delay_ms, lag(delay_ms, 1, -10) OVER sweep AS earlier
        FROM sync_run_sweeps
        WHERE scenario_set = 'hybla' AND queue_packets = 10 AND level = 'current'
            AND seed IS NOT NULL AND step_ms = 1 AND jump > 20
        WINDOW sweep AS (PARTITION BY seed ORDER BY delay_ms)
    )
    WINDOW sweep AS (PARTITION BY seed ORDER BY delay_ms)
)
GROUP BY seed, block
HAVING count(*) >= 6
ORDER BY seed, first_ms
