-- page: 6.2.1
-- statement: The length of the queue has no influence on the effect.
--
-- The sentence before has the behavior becoming better with a longer queue. So two things may be meant, and
-- are asked of each longer queue, from 16 to 64 ms, at the delays that all queues have, in sweeps of single
-- runs with the same seed: at which delays flows fall into step (the shares of both sweeps correlate by more
-- than 0.5), and how far the share varies (less than 10 points more or less).
WITH runs AS (
    SELECT queue_packets, delay_ms, seed, share
    FROM shares_of_runs()
    WHERE scenario_set IN ('hybla', 'hybla-queues') AND level = 'current'
        AND delay_ms BETWEEN 16 AND 64
), common AS (
    SELECT delay_ms FROM runs GROUP BY delay_ms
    HAVING count(DISTINCT queue_packets) = (SELECT count(DISTINCT queue_packets) FROM runs)
), sweeps AS (
    SELECT
        longer.queue_packets, seed,
        corr(longer.share, shorter.share) AS likeness,
        max(longer.share) - min(longer.share) AS spread,
        max(shorter.share) - min(shorter.share) AS of_ten
    FROM runs AS longer JOIN common USING (delay_ms)
    JOIN runs AS shorter USING (delay_ms, seed)
    WHERE longer.queue_packets > 10 AND shorter.queue_packets = 10
    GROUP BY longer.queue_packets, seed
), queues AS (
    SELECT
        queue_packets, avg(of_ten) AS of_ten, avg(spread) AS spread,
        interval_of(list(likeness - 0.5 ORDER BY seed) FILTER (NOT isnan(likeness)), false) AS place,
        interval_of(list(spread - of_ten ORDER BY seed), false) AS apart
    FROM sweeps GROUP BY queue_packets
), counted AS (
    SELECT
        count(*) FILTER (place.low > 0) + count(*) FILTER (lies_within(apart, 10)) AS said,
        count(*) FILTER (place.high < 0) + count(*) FILTER (lies_beyond(apart, 10)) AS against,
        2 * count(*) AS cases,
        'Hybla''s share varies by ' || short(any_value(of_ten)) || ' points with a queue of 10, by '
            || string_agg(
                short(spread) || ' with one of ' || queue_packets || ' (' || difference_words(apart, 1)
                    || '), where shares by delay correlate with those by '
                    || printf('%.2f', place.mean + 0.5), ', by ' ORDER BY queue_packets
            ) AS words
    FROM queues
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    words || '; the same delays, or the same spread: ' || alike_words(said, against, cases) AS evidence
FROM counted
WHERE cases > 0
