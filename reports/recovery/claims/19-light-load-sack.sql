-- page: 24-25
-- statement: Under light load SACK's window is above those of Reno and NewReno.
WITH windows AS (
    SELECT seed, subject, arg_max(variant, value) AS largest
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE study = 'recovery' AND scenario_set = 'load' AND load = 'light'
        AND metric = 'mean_cwnd_over_time'
    GROUP BY seed, subject HAVING count(*) = 3
), means AS (
    SELECT string_agg(variant || printf(' %.1f', mean), ', ' ORDER BY mean DESC) AS listed
    FROM (
        SELECT variant, avg(mean) AS mean FROM points
        WHERE study = 'recovery' AND scenario_set = 'load' AND load = 'light'
            AND metric = 'mean_cwnd_over_time'
        GROUP BY variant
    )
)
SELECT
    verdict_of(count(*) FILTER (largest = 'sack'), count(*)) AS verdict,
    'SACK has the largest mean window on ' || count(*) FILTER (largest = 'sack') || ' of '
        || count(*) || ' connections and seeds; means in packets: ' || any_value(listed) AS evidence
FROM windows, means
