-- Response times with the link down, with other choices beside the printed ones: least and largest over
-- the moments.
WITH printed AS (
    SELECT lower("column") AS variant, published, "row" AS down
    FROM comparison WHERE study = $study AND item = 'Table 3'
), found AS (
    SELECT coalesce(choice, 'ours') AS choice, variant,
        CASE WHEN outage_s IS NULL THEN '0.05, 0.1, and 0.2' ELSE '10' END AS down,
        printf('%.2f', min(mean)) AS low, printf('%.2f', max(mean)) AS high
    FROM points
    WHERE study = $study AND metric = 'response_time' AND subject = 'flow1'
        AND (
            scenario_set IN ('disconnections', 'disconnection-alternatives')
            OR scenario_set IN ('outages', 'outage-alternatives') AND outage_s = 10
        )
    GROUP BY ALL
), chosen AS (
    SELECT variant, down, choice,
        CASE WHEN low = high THEN low ELSE low || ' to ' || high END AS response_s
    FROM found
)
SELECT down, variant, printf('%.2f', published) AS published,
    max(response_s) FILTER (choice = 'ours') AS ours,
    max(response_s) FILTER (choice = 'ns-timer') AS ns_timer,
    max(response_s) FILTER (choice = 'window-8760') AS small_window,
    max(response_s) FILTER (choice = 'window-65535') AS printed_window,
    max(response_s) FILTER (choice = 'round-trip-0-8') AS long_round_trip
FROM chosen JOIN printed USING (variant, down)
GROUP BY down, variant, published
HAVING small_window IS NOT NULL
ORDER BY down, place_of(variant)
