-- page: 7
-- statement: Smoothing the round trip time mainly makes Hybla less aggressive.
--
-- Less aggressive: fewer packets are lost at the queue than with the current round trip time, on average
-- over a sweep of single runs. Section 6.2.1 has bursts that a large rho sends cause the losses. Two
-- cases: delays up to 65 ms, and beyond; differences of sweeps with the same seed.
WITH sweeps AS (
    SELECT
        delay_ms <= 65 AS is_early, level, seed,
        avg(value ORDER BY delay_ms) AS dropped
    FROM metrics JOIN sync_shares USING (scenario)
    WHERE study = 'sync' AND metric = 'packets_dropped' AND subject = 'link 2-3'
        AND scenario_set = 'hybla' AND queue_packets = 10
    GROUP BY ALL
), cases AS (
    SELECT
        is_early, avg(smoothed.dropped) AS smoothed, avg(latest.dropped) AS latest,
        interval_of(list(smoothed.dropped - latest.dropped ORDER BY seed), false) AS apart
    FROM sweeps AS smoothed JOIN sweeps AS latest USING (is_early, seed)
    WHERE smoothed.level = 'smoothed' AND latest.level = 'current'
    GROUP BY is_early
), counted AS (
    SELECT
        count(*) FILTER (apart.high < 0) AS said,
        count(*) FILTER (apart.low > 0) AS against,
        count(*) AS cases,
        string_agg(
            IF(is_early, 'up to 65 ms ', 'beyond 65 ms ') || short(smoothed)
                || ' packets are lost in a run instead of ' || short(latest) || ' ('
                || difference_words(apart, 1) || ')', '; ' ORDER BY is_early DESC
        ) AS words
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    words || '; fewer: ' || order_words(said, against, cases) AS evidence
FROM counted
WHERE cases > 0
