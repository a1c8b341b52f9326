-- Response times with the link down, ours over all moments and as printed: three times in one run, or once
-- for 10 s.
FROM (
    SELECT variant, 'ours' AS origin,
           arg_min(scenario, offset_s) AS scenario,
           arg_min(mean, offset_s) AS value, min(mean) AS low, max(mean) AS high, count(*) AS n
    FROM points
    WHERE study = $study AND metric = 'response_time' AND subject = 'flow1'
        AND scenario_set = $scenario_set AND outage_s IS NOT DISTINCT FROM TRY_CAST($row AS DOUBLE)
    GROUP BY variant
    UNION ALL
    SELECT lower("column"), 'printed', NULL, published, published, published, NULL
    FROM comparison
    WHERE study = $study AND item = 'Table 3' AND "row" = $row AND published IS NOT NULL
)
ORDER BY place_of(variant), origin
