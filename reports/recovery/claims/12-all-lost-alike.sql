-- page: 17-18
-- statement: When all packets are lost for half a second the windows of all variants fall to one segment, recover alike, and the response times are the same.
WITH runs_of AS (
    SELECT scenario, coalesce(CAST(from_s AS VARCHAR), 'middle') AS moment, variant,
        max(mean) FILTER (metric = 'response_time') AS response_s,
        max(mean) FILTER (metric = 'time_to_regrow_cwnd') AS regrow_s,
        max(mean) FILTER (metric = 'least_cwnd_after_loss') AS least
    FROM points
    WHERE study = 'recovery' AND subject = 'flow1'
        AND (scenario_set = 'moments' OR (scenario_set = 'losses' AND lost = 'all'))
    GROUP BY ALL
), judged AS (
    SELECT moment,
        max(response_s) - min(response_s) < 0.001 AND max(regrow_s) - min(regrow_s) < 0.001
            AND max(least) = 1 AND count(*) = 3 AS as_said,
        min(response_s) AS from_s, max(response_s) AS to_s
    FROM runs_of GROUP BY moment
)
SELECT
    verdict_of(count(*) FILTER (as_said), count(*)) AS verdict,
    'so at ' || count(*) FILTER (as_said) || ' of ' || count(*)
        || ' moments; response times from ' || printf('%.2f', min(from_s)) || ' to '
        || printf('%.2f s', max(to_s)) AS evidence
FROM judged
