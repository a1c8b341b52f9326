-- page: 17-18
-- statement: When all packets are lost for half a second the windows of all variants fall to one segment, recover alike, and the response times are the same.
--
-- Three parts, each judged at each moment after slow start.
WITH runs_of AS (
    SELECT coalesce(CAST(from_s AS VARCHAR), 'middle') AS moment, variant,
        max(mean) FILTER (metric = 'response_time') AS response_s,
        max(mean) FILTER (metric = 'time_to_regrow_cwnd') AS regrow_s,
        max(mean) FILTER (metric = 'least_cwnd_after_loss') AS least
    FROM points
    WHERE study = 'recovery' AND subject = 'flow1'
        AND (
            scenario_set = 'moments' AND from_s > slow_start_ends_s()
            OR scenario_set = 'losses' AND lost = 'all'
        )
    GROUP BY ALL
), judged AS (
    SELECT moment,
        max(least) = 1 AS to_one,
        max(regrow_s) - min(regrow_s) < 0.001 AS regrown_alike,
        max(response_s) - min(response_s) < 0.001 AS responses_alike,
        min(response_s) AS from_s, max(response_s) AS to_s
    FROM runs_of GROUP BY moment HAVING count(*) = 3
)
SELECT
    verdict_of_parts(
        [
            count(*) FILTER (to_one), count(*) FILTER (regrown_alike),
            count(*) FILTER (responses_alike)
        ],
        count(*)
    ) AS verdict,
    'windows fall to one segment at ' || count(*) FILTER (to_one) || ', grow again together at '
        || count(*) FILTER (regrown_alike) || ', response times alike at '
        || count(*) FILTER (responses_alike) || ' of ' || count(*)
        || ' moments; response times from ' || printf('%.2f', min(from_s)) || ' to '
        || printf('%.2f s', max(to_s)) AS evidence
FROM judged
