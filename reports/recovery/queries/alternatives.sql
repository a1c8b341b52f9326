-- How far other choices are from the printed response times: by how much each cell with losses is above
-- its printed value, and in which order variants come.
WITH printed AS (
    SELECT variant, lost, published
    FROM comparison JOIN scenarios USING (study, scenario)
    WHERE study = $study AND item = 'Table 2'
), cells AS (
    SELECT
        coalesce(choice, 'this study''s') AS choice, variant, lost, mean,
        mean - published AS above_s,
        2000 * CAST(parameters -> 'topology' -> 'links' -> 0 ->> 'delay_s' AS DOUBLE) AS delay_ms,
        CASE WHEN choice IS NULL THEN 2 ELSE CAST(
            configuration -> 'scenario_sets' -> 'alternatives' -> 'choices' -> choice ->> 'fitted'
            AS INTEGER
        ) END AS fitted
    FROM estimates JOIN scenarios USING (study, scenario) JOIN studies USING (study)
    JOIN printed USING (variant, lost)
    WHERE study = $study AND metric = 'response_time' AND subject = 'flow1'
      AND scenario_set IN ('losses', 'alternatives')
), ordered AS (
    SELECT choice, lost,
        max(mean) FILTER (variant = 'sack') < max(mean) FILTER (variant = 'newreno') - 0.001
            AND max(mean) FILTER (variant = 'newreno')
                < max(mean) FILTER (variant = 'reno') - 0.001 AS as_printed
    FROM cells WHERE lost IN ('2', '5') GROUP BY choice, lost
)
SELECT choice, any_value(delay_ms) AS delay_ms, any_value(fitted) AS fitted,
       max(mean) FILTER (lost = '0' AND variant = 'reno') AS none,
       max(above_s) FILTER (lost = '1' AND variant = 'reno') AS reno_1,
       max(above_s) FILTER (lost = '1' AND variant = 'sack') AS sack_1,
       max(above_s) FILTER (lost = '1' AND variant = 'newreno') AS newreno_1,
       max(above_s) FILTER (lost = '2' AND variant = 'reno') AS reno_2,
       max(above_s) FILTER (lost = '2' AND variant = 'sack') AS sack_2,
       max(above_s) FILTER (lost = '2' AND variant = 'newreno') AS newreno_2,
       max(above_s) FILTER (lost = '5' AND variant = 'reno') AS reno_5,
       max(above_s) FILTER (lost = '5' AND variant = 'sack') AS sack_5,
       max(above_s) FILTER (lost = '5' AND variant = 'newreno') AS newreno_5,
       max(above_s) FILTER (lost = 'all' AND variant = 'reno') AS reno_all,
       max(above_s) FILTER (lost = 'all' AND variant = 'sack') AS sack_all,
       max(above_s) FILTER (lost = 'all' AND variant = 'newreno') AS newreno_all,
       avg(abs(above_s)) FILTER (lost <> '0') AS error_s,
       (SELECT CASE WHEN bool_and(as_printed) THEN 'as printed' ELSE 'another' END
        FROM ordered WHERE ordered.choice = cells.choice) AS ordered
FROM cells GROUP BY choice
ORDER BY error_s
