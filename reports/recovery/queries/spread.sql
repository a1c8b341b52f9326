-- Response times over all places of the losses, beside the printed ones.
WITH ours AS (
    SELECT scenario_set, variant, coalesce(lost, 'all') AS lost, mean
    FROM points
    WHERE study = $study AND metric = 'response_time' AND subject = 'flow1'
      AND scenario_set IN ('losses', 'places', 'spacings', 'moments')
), printed AS (
    SELECT variant, lost, published
    FROM comparison JOIN scenarios USING (study, scenario) WHERE item = 'Table 2'
)
SELECT lost, variant, published, any_value(mean) FILTER (scenario_set = 'losses') AS ours,
       min(mean) AS low, median(mean) AS middle, max(mean) AS high, count(*) AS choices,
       count(*) FILTER (abs(mean - published) < 0.05) AS near
FROM ours JOIN printed USING (variant, lost)
WHERE lost <> '0'
GROUP BY lost, variant, published ORDER BY amount_of(lost), place_of(variant)
