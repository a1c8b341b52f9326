-- page: 6.2.3
-- statement: With the minimum round trip time Hybla would be too aggressive.
--
-- The report discards it without a figure. It calls a Hybla aggressive that takes capacity (section
-- 3.3.3). Too much: more than half, and more than with the latest round trip time, which the report
-- keeps. Cases are the delays.
WITH cases AS (
    SELECT
        delay_ms, avg(least.share) AS least, avg(latest.share) AS latest,
        interval_of(list(least.share - 50 ORDER BY seed), false) AS beyond_half,
        interval_of(list(least.share - latest.share ORDER BY seed), false) AS apart
    FROM shares_of_runs() AS least JOIN shares_of_runs() AS latest
        USING (queue_packets, delay_ms, seed)
    WHERE queue_packets = 10 AND least.scenario_set = 'hybla-minimum'
        AND latest.scenario_set = 'hybla' AND latest.level = 'current'
    GROUP BY delay_ms
), counted AS (
    SELECT
        count(*) FILTER (beyond_half.low > 0 AND apart.low > 0) AS said,
        count(*) FILTER (beyond_half.high < 0 OR apart.high < 0) AS against,
        count(*) AS cases,
        string_agg(DISTINCT words, '; ' ORDER BY words) AS words
    FROM (
        SELECT
            *,
            part || ' Hybla gets ' || short(avg(least) OVER (PARTITION BY part)) || ' % on average, '
                || short(avg(latest) OVER (PARTITION BY part)) || ' % with the latest one' AS words
        FROM (SELECT *, IF(delay_ms <= 65, 'up to 65 ms', 'beyond 65 ms') AS part FROM cases)
    )
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    words || '; more than half and more than with the latest one: '
        || order_words(said, against, cases) AS evidence
FROM counted
