-- page: 5.2.3
-- statement: CEAS comes to avoid the unstable links.
--
-- Which links data takes is not measured; the goodput would be larger late than early.
WITH thirds AS (
    SELECT
        scenario,
        avg(goodput_bps) FILTER (3 * (time_s - tcp_s) < end_s - tcp_s) AS early,
        avg(goodput_bps) FILTER (3 * (time_s - tcp_s) >= 2 * (end_s - tcp_s)) AS late
    FROM tcp_series
    JOIN (
        SELECT scenario,
            max(value) FILTER (subject = 'tcp') AS tcp_s,
            max(value) FILTER (subject = 'end') AS end_s
        FROM metrics WHERE study = 'cases' AND metric = 'event_time' AND seed = 1
        GROUP BY scenario
    ) USING (scenario)
    JOIN twelve('transient', 'tcp_goodput', 'flow1 whole', ['CEAS'], 0, 5000) USING (scenario)
    WHERE tcp_series.study = 'cases' AND tcp_series.subject = 'flow1'
        AND time_s >= tcp_s AND time_s < end_s
    GROUP BY scenario
)
SELECT
    verdict_of_runs(count(*) FILTER (late > early), count(*)) AS verdict,
    'goodput in the first and in the last third of the time of TCP (first replication): '
        || string_agg(
            scenario || printf(' %.0f and %.0f kb/s', early / 1e3, late / 1e3), ', '
            ORDER BY scenario
        ) AS evidence
FROM thirds
WHERE greatest(early, late) >= negligible_bps()
