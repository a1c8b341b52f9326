-- Response times after outages with other choices, beside the printed ones.
WITH printed AS (
    SELECT lower("column") AS variant, published,
        unnest(CASE "row" WHEN '10' THEN [10.0] ELSE [0.05, 0.1, 0.2] END) AS outage_s
    FROM comparison WHERE study = $study AND item = 'Table 3'
), found AS (
    SELECT coalesce(choice, 'ours') AS choice, variant, outage_s,
        printf('%.2f', min(mean)) AS low, printf('%.2f', max(mean)) AS high
    FROM points
    WHERE study = $study AND metric = 'response_time' AND subject = 'flow1'
        AND scenario_set IN ('outages', 'outage-alternatives')
    GROUP BY ALL
), chosen AS (
    SELECT variant, outage_s, choice,
        CASE WHEN low = high THEN low ELSE low || ' to ' || high END AS response_s
    FROM found
)
SELECT CAST(outage_s AS VARCHAR) AS outage_s, variant, printf('%.2f', published) AS published,
    max(response_s) FILTER (choice = 'ours') AS ours,
    max(response_s) FILTER (choice = 'window-8760') AS small_window,
    max(response_s) FILTER (choice = 'round-trip-0-8') AS long_round_trip
FROM chosen JOIN printed USING (variant, outage_s)
GROUP BY chosen.outage_s, variant, published
HAVING small_window IS NOT NULL
ORDER BY chosen.outage_s, place_of(variant)
