-- page: 20
-- statement: How long a short disconnection lasts, 0.05, 0.1 or 0.2 s, matters differently to the response times of the variants.
--
-- Cases are the moments: by what the durations make a difference, in the response time of each variant, and
-- whether that is not the same for all; where it is the same, that is the other way. Table 3 gives one
-- value for all three durations.
WITH spreads AS (
    SELECT offset_s, variant, max(mean) - min(mean) AS spread_s
    FROM points
    WHERE study = 'recovery' AND metric = 'response_time' AND subject = 'flow1'
        AND scenario_set = 'outages' AND outage_s < 1
    GROUP BY offset_s, variant HAVING count(*) > 1
), moments AS (
    SELECT offset_s, min(spread_s) AS least_s, max(spread_s) AS most_s
    FROM spreads GROUP BY offset_s HAVING count(*) > 1
)
SELECT
    verdict_of_each(count(*) FILTER (most_s > least_s + 0.05), count(*)) AS verdict,
    printf('durations make a difference of %.2f to %.2f s', min(least_s), max(most_s))
        || '; it is more than 0.05 s larger for one variant than for another at '
        || count(*) FILTER (most_s > least_s + 0.05) || ' of ' || count(*) || ' moments' AS evidence
FROM moments
