-- page: 20
-- statement: How long the link is down, 0.05, 0.1 or 0.2 s, matters to the response time of each variant.
-- Cases are the moments, for each variant; Table 3 gives one value for all three durations.
WITH judged AS (
    SELECT offset_s, variant, max(mean) - min(mean) AS spread_s
    FROM points
    WHERE study = 'recovery' AND metric = 'response_time' AND subject = 'flow1'
        AND scenario_set = 'outages' AND outage_s < 1
    GROUP BY offset_s, variant HAVING count(*) > 1
)
SELECT
    verdict_of(count(*) FILTER (spread_s > 0.05), count(*)) AS verdict,
    printf(
        'response times by duration lie %.2f to %.2f s apart, more than 0.05 s in ', min(spread_s),
        max(spread_s)
    ) || count(*) FILTER (spread_s > 0.05) || ' of ' || count(*)
        || ' cases (a moment and a variant)' AS evidence
FROM judged
