-- page: 5.2.3
-- statement: While links flap LSRP sends a large number of messages, and DVR fewer.
--
-- Large: a fifth more than on a steady network, or more still. Of runs without data; messages are counted on each link.
WITH found AS (
    SELECT event, system, mean, low, high, is_exact, runs, n FROM cases_points
    WHERE scenario_set = 'overhead-baseline' AND metric = 'routing_messages'
), cases AS (
    SELECT contrast(flapping, steady, much_times()) AS apart
    FROM found AS flapping JOIN found AS steady USING (system)
    WHERE system = 'LSRP' AND flapping.event = 'transient' AND steady.event = 'steady'
    UNION ALL
    SELECT contrast(lsrp, dvr, 1)
    FROM found AS lsrp JOIN found AS dvr USING (event)
    WHERE event = 'transient' AND lsrp.system = 'LSRP' AND dvr.system = 'DVR'
), counted AS (
    SELECT
        count(*) FILTER (apart.low > 0) AS said,
        count(*) FILTER (apart.high < 0) AS against,
        count(*) AS cases
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'messages a second: ' || (
        SELECT string_agg(
            system || printf(' %.1f on a steady network, %.1f while links flap', steady, flapping), '; ' ORDER BY system
        ) FROM (
            SELECT
                system, max(mean) FILTER (event = 'steady') AS steady,
                max(mean) FILTER (event = 'transient') AS flapping
            FROM cases_points
            WHERE starts_with(scenario_set, 'overhead') AND metric = 'routing_messages'
            GROUP BY system
        )
    ) || '; ' || order_words(said, against, cases) AS evidence
FROM counted
WHERE cases > 0
