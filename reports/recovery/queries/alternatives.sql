-- How far other choices are from the printed response times, and in which order variants come.
WITH printed AS (
    SELECT variant, lost, published
    FROM comparison JOIN scenarios USING (study, scenario)
    WHERE study = $study AND item = 'Table 2'
), runs_of AS (
    SELECT coalesce(choice, 'this study''s') AS choice, variant, lost, mean,
        2000 * CAST(parameters -> 'topology' -> 'links' -> 0 ->> 'delay_s' AS DOUBLE) AS delay_ms
    FROM estimates JOIN scenarios USING (study, scenario)
    WHERE metric = 'response_time' AND subject = 'flow1'
      AND scenario_set IN ('losses', 'alternatives')
), cells AS (
    SELECT *, published, abs(mean - published) AS error_s
    FROM runs_of JOIN printed USING (variant, lost)
), ordered AS (
    SELECT choice, lost,
        max(mean) FILTER (variant = 'sack') < max(mean) FILTER (variant = 'newreno') - 0.001
            AND max(mean) FILTER (variant = 'newreno')
                < max(mean) FILTER (variant = 'reno') - 0.001 AS as_printed
    FROM cells WHERE lost IN ('2', '5') GROUP BY choice, lost
)
SELECT choice, any_value(delay_ms) AS delay_ms,
       max(mean) FILTER (lost = '0' AND variant = 'reno') AS none,
       max(mean) FILTER (lost = '2' AND variant = 'reno') AS reno_2,
       max(mean) FILTER (lost = '5' AND variant = 'reno') AS reno_5,
       max(mean) FILTER (lost = '5' AND variant = 'newreno') AS newreno_5,
       max(mean) FILTER (lost = '5' AND variant = 'sack') AS sack_5,
       max(mean) FILTER (lost = 'all' AND variant = 'reno') AS reno_all,
       avg(error_s) FILTER (lost <> '0') AS error_s,
       (SELECT CASE WHEN bool_and(as_printed) THEN 'as printed' ELSE 'another' END
        FROM ordered WHERE ordered.choice = cells.choice) AS ordered
FROM cells GROUP BY choice
ORDER BY choice <> 'this study''s', choice
