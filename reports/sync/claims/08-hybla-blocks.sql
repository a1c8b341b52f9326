-- page: 6.2.1
-- statement: Hybla against NewReno: the effect shows in blocks, from 16 to 30 ms and from 43 to 63 ms.
--
-- Cases are the four ends, right within a millisecond, and the number of blocks, by intervals over
-- sweeps of single runs. The printed cells are asked for less: what one sweep may show.
WITH sweeps AS (
    SELECT
        seed,
        count(*) FILTER (blocks.seed IS NOT NULL) AS blocks,
        string_agg(short(first_ms) || ' to ' || short(last_ms), ', ' ORDER BY first_ms) AS words
    FROM (
        SELECT DISTINCT seed FROM sync_run_sweeps
        WHERE scenario_set = 'hybla' AND queue_packets = 10 AND level = 'current'
            AND seed IS NOT NULL AND step_ms = 1
    ) AS made LEFT JOIN sync_blocks AS blocks USING (seed)
    GROUP BY seed
), cases AS (
    SELECT
        interval_of(list(edge ORDER BY seed), false) AS apart,
        IF(count(*) = (SELECT count(*) FROM sweeps), 1, NULL) AS margin
    FROM (
        SELECT seed, place, unnest(['first', 'last']) AS name, unnest([
            first_ms - IF(place = 1, 16, 43), last_ms - IF(place = 1, 30, 63)
        ]) AS edge
        FROM sync_blocks WHERE place <= 2
    )
    GROUP BY place, name
    UNION ALL
    SELECT interval_of(list(blocks - 2 ORDER BY seed), false), 0.5 FROM sweeps
), counted AS (
    SELECT
        count(*) FILTER (lies_within(apart, margin)) AS alike,
        count(*) FILTER (lies_beyond(apart, coalesce(margin, 1))) AS other
    FROM cases
)
SELECT
    verdict_of_order(alike, other, 5) AS verdict,
    'the share jumps by more than 20 points from one millisecond to the next, in each sweep of single '
        || 'runs, at ' || (
            SELECT string_agg(coalesce(words, 'no stretch of delays'), '; ' ORDER BY seed)
            FROM sweeps
        ) || ' ms: ends and number as said ' || alike_words(alike, other, 5) AS evidence
FROM counted
WHERE EXISTS (FROM sweeps)
