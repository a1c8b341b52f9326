-- page: 4.7
-- statement: With previous-hop memory no packet loops on and on: it goes back once and takes the other path.
--
-- On and on: a node sends a packet back that it has sent back before, or the packet's time to live
-- ends. Going back once is what the statement says, and no loop. Of either next to nothing is left,
-- by the rule of left_over. Cases are these two, for each variant and ant rate.
WITH cases AS (
    SELECT left_over(remaining, plain) AS beyond
    FROM chosen('failure', 'ceas_repeated_returns', '0-8 failure', true, NULL) AS remaining
    JOIN chosen('failure', 'ceas_repeated_returns', '0-8 failure', false, NULL) AS plain
        USING (variant, ant_rate)
    WHERE greatest(remaining.mean, plain.mean) > 0
    UNION ALL
    SELECT left_over(remaining, plain)
    FROM chosen('failure', 'ceas_drops', '0-8 failure ttl', true, NULL) AS remaining
    JOIN chosen('failure', 'ceas_drops', '0-8 failure ttl', false, NULL) AS plain
        USING (variant, ant_rate)
    WHERE greatest(remaining.mean, plain.mean) > 0
), counted AS (
    SELECT
        count(*) FILTER (beyond.high <= 0) AS said,
        count(*) FILTER (beyond.low > 0) AS against,
        count(*) AS cases
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'sent back by a node that had sent them back before: '
        || by_rate('failure', 'ceas_repeated_returns', '0-8 failure', true, NULL, 1)
        || ' with it, '
        || by_rate('failure', 'ceas_repeated_returns', '0-8 failure', false, NULL, 1)
        || ' without; dropped at the end of their time to live: '
        || by_rate('failure', 'ceas_drops', '0-8 failure ttl', true, NULL, 1) || ' with it, '
        || by_rate('failure', 'ceas_drops', '0-8 failure ttl', false, NULL, 1)
        || ' without; ' || left_words(said, against, cases) || cases_go_together(cases) AS evidence
FROM counted
