-- page: D
-- statement: With LSRP and DVR two Reno connections take turns: while one is fast the other one is slow.
WITH rates AS (
    SELECT routing, packet_bytes, time_s,
        max(goodput_bps) FILTER (subject = 'flow1') AS first,
        max(goodput_bps) FILTER (subject = 'flow2') AS second
    FROM tcp_series JOIN scenarios USING (study, scenario)
    WHERE study = 'ceas' AND scenario_set = 'two-flows-baseline' AND variant = 'reno'
        AND packet_bytes = 1500 AND seed = 1
    GROUP BY ALL
    HAVING first > 0 AND second > 0
), cases AS (
    SELECT routing, corr(first, second) AS together, stddev_pop(first - second) / 1e6 AS apart
    FROM rates GROUP BY routing
)
SELECT
    verdict_of(count(*) FILTER (together < -0.5), count(*)) AS verdict,
    string_agg(
        printf('%s: correlation of the two rates %.2f, ', routing_name(routing), together)
            || printf('their difference varies by %.1f Mb/s', apart),
        '; ' ORDER BY routing
    ) AS evidence
FROM cases WHERE together IS NOT NULL
