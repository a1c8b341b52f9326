-- Response times with so many packets lost: ours over all places of the losses, and as printed.
FROM (
    SELECT variant, 'ours' AS origin,
           any_value(scenario) FILTER (scenario_set = 'losses') AS scenario,
           any_value(mean) FILTER (scenario_set = 'losses') AS value,
           min(mean) AS low, max(mean) AS high, count(*) AS n
    FROM points
    WHERE study = $study AND metric = 'response_time' AND subject = 'flow1'
        AND ((scenario_set IN ('losses', 'places', 'spacings') AND lost = $lost)
            OR (scenario_set = 'moments' AND $lost = 'all'))
    GROUP BY variant
    UNION ALL
    SELECT variant, 'printed', NULL, published, published, published, NULL
    FROM comparison JOIN scenarios USING (study, scenario)
    WHERE study = $study AND item = 'Table 2' AND lost = $lost
)
ORDER BY place_of(variant), origin
