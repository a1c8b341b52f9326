-- page: 20
-- statement: Durations of 0.05, 0.1 and 0.2 s of the disconnection affect the response time differently.
-- At the same moments; Table 3 gives one value for all three.
WITH judged AS (
    SELECT offset_s,
        max(greatest(reno, newreno, sack)) - min(least(reno, newreno, sack)) AS spread_s
    FROM disconnected('response_time') WHERE outage_s < 1
    GROUP BY offset_s HAVING count(*) > 1
)
SELECT
    verdict_of(count(*) FILTER (spread_s > 0.05), count(*)) AS verdict,
    printf('%.2f to %.2f s apart, more than 0.05 s at ', min(spread_s), max(spread_s))
        || count(*) FILTER (spread_s > 0.05) || ' of ' || count(*) || ' moments' AS evidence
FROM judged
