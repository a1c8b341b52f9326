-- table: estimates
-- title: Edge of a block of delays
-- unit: ms
-- range: from 0
-- expects: a single sweep
-- definition: First and last delay of the blocks in the table sync_blocks: mean over sweeps of single runs, of those that have the block.
-- source: B. Baesjou's report (2005), section 6.2.1
-- The text looked at one sweep of single runs. An edge is one of the sweep's delays.
WITH delays AS (
    SELECT min(delay_ms) AS least, max(delay_ms) AS most, bool_or(is_random) AS is_random
    FROM sync_shares
    WHERE scenario_set = 'hybla' AND queue_packets = 10 AND level = 'current'
), edges AS (
    SELECT
        subject, avg(edge ORDER BY seed) AS value, count(*) AS sweeps,
        stddev_samp(edge ORDER BY seed) AS deviation
    FROM (
        SELECT
            seed,
            unnest(['first of block ' || place, 'last of block ' || place]) AS subject,
            unnest([first_ms, last_ms]) AS edge
        FROM sync_blocks
    )
    GROUP BY subject
)
SELECT
    subject, value, IF(is_random, sweeps, NULL) AS n, deviation,
    mean_end(-1, sweeps, value, deviation, quantile, least, most) AS ci_low,
    mean_end(1, sweeps, value, deviation, quantile, least, most) AS ci_high,
    single_end(-1, sweeps, value, deviation, quantile, least, most) AS prediction_low,
    single_end(1, sweeps, value, deviation, quantile, least, most) AS prediction_high
FROM edges CROSS JOIN delays LEFT JOIN student_t ON student_t.n = sweeps
