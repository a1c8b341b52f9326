-- page: 6.2.1
-- statement: Hybla against NewReno: the effect shows in blocks, from 16 to 30 ms and from 43 to 63 ms.
-- about: Section 6.2.1 | Block * | Delay
--
-- Cases are the four ends, right within a millisecond; more blocks than these two don't hold.
WITH blocks AS (
    SELECT row_number() OVER (ORDER BY first_ms) AS place, first_ms, last_ms FROM sync_blocks
), ends AS (
    SELECT
        count(*) AS blocks,
        count(*) FILTER (place <= 2 AND abs(first_ms - IF(place = 1, 16, 43)) <= 1)
            + count(*) FILTER (place <= 2 AND abs(last_ms - IF(place = 1, 30, 63)) <= 1)
            AS right_ends,
        string_agg(short(first_ms) || ' to ' || short(last_ms) || ' ms', ', ' ORDER BY first_ms)
            AS words
    FROM blocks
)
SELECT
    CASE WHEN right_ends = 4 AND blocks = 2 THEN 'holds' WHEN right_ends > 0 THEN 'holds in part'
        ELSE 'does not hold' END AS verdict,
    'the share jumps by more than 20 points from one millisecond to the next at '
        || coalesce(words, 'no stretch of delays') AS evidence
FROM ends
WHERE EXISTS (
    FROM sync_sweeps
    WHERE scenario_set = 'hybla' AND queue_packets = 10 AND level = 'current' AND step_ms = 1
)
