-- page: 6.2.1
-- statement: The length of the queue has no influence on the effect.
--
-- The effect: how far Hybla's share varies with the delay, from 16 to 64 ms, in a sweep of single
-- runs. No influence: less than 10 points more or less than with the queue of 10, at the delays that
-- all queues have. Cases are the longer queues; differences of sweeps with the same seed.
WITH spreads AS (
    SELECT queue_packets, seed, largest - least AS spread FROM queue_sweeps('current')
), cases AS (
    SELECT
        longer.queue_packets,
        avg(shorter.spread) AS of_ten,
        avg(longer.spread) AS spread,
        interval_of(list(longer.spread - shorter.spread ORDER BY longer.seed), false) AS apart
    FROM spreads AS longer JOIN spreads AS shorter USING (seed)
    WHERE longer.queue_packets > 10 AND shorter.queue_packets = 10
    GROUP BY longer.queue_packets
), counted AS (
    SELECT
        count(*) FILTER (lies_within(apart, 10)) AS alike,
        count(*) FILTER (lies_beyond(apart, 10)) AS other,
        count(*) AS cases,
        'Hybla''s share varies by ' || short(any_value(of_ten)) || ' points with a queue of 10, by '
            || string_agg(
                short(spread) || ' with one of ' || queue_packets || ' ('
                    || difference_words(apart, 1) || ')', ', by ' ORDER BY queue_packets
            ) AS words
    FROM cases
)
SELECT
    verdict_of_order(alike, other, cases) AS verdict,
    words || '; less than 10 points apart: ' || alike_words(alike, other, cases) AS evidence
FROM counted
WHERE cases > 0
