-- Lines at which another run begins: time falls back, and at least half of the packets that are sent
-- from there on have the number (uid) of one that was sent before. Where time falls is sought among
-- pieces of the trace, since putting all lines in order takes long. Time that falls within a piece
-- shows in the next one, too; so the last is always looked into.
WITH times AS (
    SELECT run_id, line, time_ns FROM packets
    UNION ALL
    SELECT run_id, line, time_ns FROM wireless
),
pieces AS (
    SELECT
        run_id,
        line // 1024 AS piece,
        min(time_ns) AS first_ns,
        max(time_ns) AS last_ns
    FROM times
    GROUP BY run_id, piece
),
suspects AS (
    SELECT run_id, unnest([piece, piece - 1]) AS piece
    FROM (
        SELECT
            *,
            lag(last_ns) OVER (PARTITION BY run_id ORDER BY piece) AS before_ns,
            piece = max(piece) OVER (PARTITION BY run_id) AS is_last
        FROM pieces
    )
    WHERE first_ns < before_ns OR is_last
),
falls AS (
    SELECT run_id, line
    FROM (
        SELECT run_id, line, time_ns, lag(time_ns) OVER (PARTITION BY run_id ORDER BY line) AS before_ns
        FROM times SEMI JOIN suspects
            ON times.run_id = suspects.run_id AND times.line // 1024 = suspects.piece
    )
    -- Lines of nam beside those of the text have more decimals.
    WHERE time_ns < before_ns - 1000000
),
sendings AS (
    SELECT run_id, uid, min(line) AS first_line, max(line) AS last_line
    FROM end_lines
    WHERE event = '+' AND from_node = source_node AND run_id IN (SELECT run_id FROM falls)
    GROUP BY run_id, uid
),
-- Where times have few decimals, time falls at many lines. So all are counted in one go, by what lies
-- before each: numbers that were sent first, and numbers that were sent for the last time.
marks AS (
    SELECT run_id, line, 0 AS begins, 0 AS ends, true AS is_fall FROM falls
    UNION ALL
    SELECT run_id, first_line, 1, 0, false FROM sendings
    UNION ALL
    SELECT run_id, last_line, 0, 1, false FROM sendings
),
counted AS (
    SELECT
        run_id,
        line,
        is_fall,
        sum(begins) OVER whole AS numbers,
        sum(begins) OVER before AS begun,
        sum(ends) OVER before AS ended
    FROM marks
    WINDOW
        whole AS (PARTITION BY run_id),
        before AS (
            PARTITION BY run_id ORDER BY line, NOT is_fall
            ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        )
)
SELECT run_id, line
FROM counted
WHERE is_fall AND numbers > ended AND 2 * (begun - ended) >= numbers - ended
ORDER BY run_id, line
