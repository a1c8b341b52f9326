-- page: 6.2.4
-- statement: With RED and a queue of 20, spreading a window over the round trip time could give Hybla a more even share.
--
-- Cases are delays: how far the share is from a half, by differences of runs with the same seed.
WITH distances AS (
    SELECT scenario_set, delay_ms, seed, share, abs(share - 50) AS distance
    FROM shares_of_runs()
    WHERE level = 'current'
        AND (queue_packets = 20 AND scenario_set IN ('red', 'red-paced')
            OR queue_packets = 10 AND scenario_set IN ('hybla', 'hybla-paced'))
), cases AS (
    SELECT
        plain.scenario_set, delay_ms, avg(plain.share) AS plain_1, avg(paced.share) AS paced_1,
        interval_of(list(paced.distance - plain.distance ORDER BY seed), false) AS apart
    FROM distances AS plain JOIN distances AS paced USING (delay_ms, seed)
    WHERE paced.scenario_set = plain.scenario_set || '-paced'
    GROUP BY plain.scenario_set, delay_ms
), counted AS (
    SELECT
        scenario_set, count(*) AS cases,
        count(*) FILTER (apart.high < 0) AS said, count(*) FILTER (apart.low > 0) AS against,
        'Hybla gets ' || span(min(paced_1), max(paced_1)) || ' % instead of '
            || span(min(plain_1), max(plain_1)) || ' %: nearer to a half ' || order_words(
                count(*) FILTER (apart.high < 0), count(*) FILTER (apart.low > 0), count(*)
            ) AS words
    FROM cases GROUP BY scenario_set
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'by delay, with pacing ' || words || coalesce(
        '; without RED and with a queue of 10 '
            || (SELECT words FROM counted WHERE scenario_set = 'hybla'), ''
    ) AS evidence
FROM counted WHERE scenario_set = 'red'
