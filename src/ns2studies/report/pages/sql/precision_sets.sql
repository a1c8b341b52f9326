-- A row for each set whose scenarios are run until they are precise; widths in % of the mean.
WITH sizes AS (
    SELECT study, scenario, CAST(count(*) AS INTEGER) AS replications
    FROM runs WHERE study = $study GROUP BY ALL
), ended AS (
    SELECT study, scenario, any_value(target) AS target, any_value(at_most) AS at_most,
           bool_and(reached) AS reached, bool_or(stopped_by = 'not yet') AS goes_on,
           max(relative_half_width) AS widest
    FROM precision WHERE study = $study GROUP BY ALL
)
SELECT scenario_set, 100 * any_value(target) AS target, count(*) AS scenarios,
       min(replications) AS fewest, avg(replications) AS mean, max(replications) AS most,
       any_value(at_most) AS at_most, count(*) FILTER (goes_on) AS unfinished,
       count(*) FILTER (NOT reached AND NOT goes_on) AS not_reached,
       100 * max(widest) AS widest
FROM ended JOIN sizes USING (study, scenario) JOIN scenarios USING (study, scenario)
GROUP BY scenario_set ORDER BY scenario_set
