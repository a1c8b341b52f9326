-- reason: other tool
-- cells: Table 2 | 2 | Reno; Table 2 | 5 | Reno; Table 2 | All | *
-- words: Here a timeout passes. ns counts in whole ticks of 0.5 s, and OPNET, which the report used, in another way that it does not say: other ticks move these cells and no others.
SELECT 'Reno with other ticks: ' || string_agg(told, '; ' ORDER BY lost)
FROM (
    SELECT
        lost,
        CASE lost WHEN 'all' THEN 'all packets lost ' ELSE lost || ' packets lost ' END || string_agg(
            printf('%.2f s with %s s', mean, replace(replace(choice, 'tick-', ''), '-', '.')), ', '
            ORDER BY choice
        ) AS told
    FROM points
    WHERE scenario_set = 'alternatives' AND metric = 'response_time' AND subject = 'flow1'
        AND variant = 'reno' AND lost IN ('2', '5', 'all') AND starts_with(choice, 'tick')
    GROUP BY lost
)
