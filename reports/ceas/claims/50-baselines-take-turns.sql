-- page: D
-- statement: With LSRP and DVR two Reno connections take turns: while one is fast the other one is slow.
--
-- The rates of two that fill a link go against each other even if one is ahead all the time: the lead
-- has to go over and back, too. It does about every 12 s here; less than 200 s tell little.
WITH rates AS (
    SELECT routing, packet_bytes, time_s,
        max(goodput_bps) FILTER (subject = 'flow1') AS first,
        max(goodput_bps) FILTER (subject = 'flow2') AS second
    FROM tcp_series JOIN scenarios USING (study, scenario)
    WHERE study = 'ceas' AND scenario_set = 'two-flows-baseline' AND variant = 'reno'
        AND packet_bytes = 1500 AND seed = 1
    GROUP BY ALL
    HAVING first > 0 AND second > 0
), leads AS (
    SELECT *, lag(first > second) OVER (PARTITION BY routing ORDER BY time_s) AS was_ahead
    FROM rates
), cases AS (
    SELECT
        routing,
        corr(first, second) AS together,
        stddev_pop(first - second) / 1e6 AS apart,
        count(*) FILTER ((first > second) <> was_ahead) AS turns
    FROM leads GROUP BY routing
    HAVING max(time_s) - min(time_s) >= 200
)
SELECT
    verdict_of(count(*) FILTER (together < -0.5 AND turns >= 2), count(*)) AS verdict,
    string_agg(
        printf('%s: correlation of the two rates %.2f, ', routing_name(routing), together)
            || printf('the standard deviation of their difference is %.1f Mb/s, ', apart)
            || printf('the lead changes %d times', turns),
        '; ' ORDER BY routing
    ) AS evidence
FROM cases WHERE together IS NOT NULL
HAVING count(*) > 0
