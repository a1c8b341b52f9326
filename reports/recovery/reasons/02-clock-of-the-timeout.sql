-- reason: unprinted parameter
-- parameter: when the clock of TCP's timeouts ticks
-- cells: Table 2 | 2 | Reno; Table 2 | 5 | Reno
-- words: Here a timeout passes, which ends with a tick of a clock; how long it takes hangs on the time from the loss to the tick. The first tick was fitted to the downloads with all packets lost. Ticks at other times, and ns' own timer, which waits for whole ticks, move none but these cells.
WITH cells AS (
    SELECT
        coalesce(choice, 'the standard') AS choice, variant, lost, mean,
        mean - max(mean) FILTER (choice IS NULL) OVER (PARTITION BY variant, lost) AS moved_s
    FROM points
    WHERE metric = 'response_time' AND subject = 'flow1'
        AND (
            scenario_set = 'losses'
            OR scenario_set = 'alternatives' AND (choice = 'ns-timer' OR starts_with(choice, 'tick'))
        )
)
SELECT string_agg(told, '; ' ORDER BY choice DESC)
FROM (
    SELECT
        choice,
        CASE
            WHEN choice = 'ns-timer' THEN 'ns'' timer in ticks of 0.5 s'
            WHEN choice = 'the standard' THEN choice
            ELSE 'ns'' timer in ticks of ' || replace(replace(choice, 'tick-', ''), '-', '.') || ' s'
        END || ': ' || string_agg(
            variant_name(variant) || ' ' || lost || printf(' lost %.2f s', mean), ', '
            ORDER BY lost, variant
        ) FILTER (variant = 'reno' AND lost IN ('2', '5', 'all'))
            || ', other cells moved: '
            || count(*) FILTER (
                abs(moved_s) > 0.001 AND lost <> 'all' AND NOT (variant = 'reno' AND lost IN ('2', '5'))
            ) AS told
    FROM cells
    GROUP BY choice
)
