-- With how many choices of the lost packets SACK is the fastest and Reno the slowest, as printed,
-- and whether those of Table 2, which we chose, are among them.
WITH responses AS (
    SELECT lost, scenario_set,
        max(mean) FILTER (variant = 'sack') AS sack,
        max(mean) FILTER (variant = 'newreno') AS newreno,
        max(mean) FILTER (variant = 'reno') AS reno
    FROM points JOIN (SELECT study, scenario, parameters FROM scenarios) USING (study, scenario)
    WHERE study = $study AND metric = 'response_time' AND subject = 'flow1'
      AND scenario_set IN ('losses', 'places', 'spacings') AND lost IN ('2', '5')
      -- After slow start, as the text has it: see after_slow_start in the claims' macros.
      AND coalesce(first_packet >= CAST(parameters -> 'tcp' ->> 'window_packets' AS INTEGER), true)
    GROUP BY lost, scenario_set, first_packet, spacing
), judged AS (
    SELECT *, sack < newreno - 0.001 AND newreno < reno - 0.001 AS as_printed FROM responses
)
SELECT lost, count(*) FILTER (as_printed) AS as_printed, count(*) AS choices,
    coalesce(bool_or(as_printed) FILTER (scenario_set = 'losses'), false) AS as_chosen
FROM judged WHERE as_printed IS NOT NULL
GROUP BY lost ORDER BY lost
