-- page: 59
-- statement: At 4 and 5 % loss Sack has a lower delay than Vegas.
WITH delays AS (
    SELECT packet_error_percent AS percent, scenario_set,
        max(mean) FILTER (variant = 'vegas') AS vegas,
        max(mean) FILTER (variant = 'sack') AS sack,
        min(mean) FILTER (variant <> 'vegas') AS best_other
    FROM points
    WHERE study = 'mpls' AND metric = 'mean_delay' AND subject = 'flow1'
        AND packet_error_percent BETWEEN 4 AND 5
    GROUP BY ALL
)
SELECT
    verdict_of(count(*) FILTER (sack < vegas), count(*)) AS verdict,
    'mean delay of Vegas and Sack in ms, ' || string_agg(
        CASE scenario_set WHEN 'losses' THEN 'mean of the replications' ELSE 'replayed' END
        || ' at ' || percent || ' %: ' || printf('%.1f and %.1f', 1000 * vegas, 1000 * sack),
        '; ' ORDER BY scenario_set, percent) AS evidence
FROM delays
