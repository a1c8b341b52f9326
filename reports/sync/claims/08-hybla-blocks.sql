-- page: 6.2.1
-- statement: Hybla against NewReno: the effect shows in blocks, from 16 to 30 ms and from 43 to 63 ms.
-- about: Section 6.2.1 | Block * | Delay
SELECT
    CASE WHEN count(*) = 2 AND max(apart) <= 1 THEN 'holds'
        WHEN count(*) >= 2 THEN 'holds in part' ELSE 'does not hold' END AS verdict,
    'the share jumps by more than 20 points from one millisecond to the next at '
        || string_agg(short(first_ms) || ' to ' || short(last_ms) || ' ms', ', ' ORDER BY first_ms) AS evidence
FROM (
    SELECT
        *,
        CASE row_number() OVER (ORDER BY first_ms)
            WHEN 1 THEN greatest(abs(first_ms - 16), abs(last_ms - 30))
            WHEN 2 THEN greatest(abs(first_ms - 43), abs(last_ms - 63)) ELSE 99 END AS apart
    FROM sync_blocks
)
HAVING count(*) > 0
