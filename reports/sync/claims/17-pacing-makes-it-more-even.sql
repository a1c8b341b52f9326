-- page: 6.2.4
-- statement: With RED and a queue of 20, spreading a window over the round trip time could give Hybla a more even share.
--
-- RED drops at random: pacing makes shares at a delay clearly more even if each run with it is
-- nearer to a half than every run without it. With three runs each that is chance at one delay of
-- ten, either way; with fewer it says nothing.
WITH apart AS (
    SELECT
        scenario_set, delay_ms, share_1, replications,
        greatest(50 - least_share_1, largest_share_1 - 50) AS most,
        greatest(50 - largest_share_1, least_share_1 - 50, 0) AS least
    FROM sync_shares
    WHERE level = 'current'
        AND (queue_packets = 20 AND scenario_set IN ('red', 'red-paced')
            OR queue_packets = 10 AND scenario_set IN ('hybla', 'hybla-paced'))
), cases AS (
    SELECT
        plain.scenario_set, plain.share_1 AS plain_1, paced.share_1 AS paced_1,
        paced.most < plain.least AS said,
        paced.least > plain.most AS against,
        least(plain.replications, paced.replications) AS runs
    FROM apart AS plain JOIN apart AS paced USING (delay_ms)
    WHERE paced.scenario_set = plain.scenario_set || '-paced'
), counted AS (
    SELECT
        scenario_set, count(*) AS cases, min(runs) AS runs,
        count(*) FILTER (said) AS said, count(*) FILTER (against) AS against,
        'Hybla gets ' || span(min(paced_1), max(paced_1)) || ' % instead of '
            || span(min(plain_1), max(plain_1)) || ' %: '
            || order_words(count(*) FILTER (said), count(*) FILTER (against), count(*)) AS words
    FROM cases GROUP BY scenario_set
)
SELECT
    CASE WHEN runs_then(runs) < 3 THEN 'undecided'
        ELSE verdict_of_order(said, against, cases) END AS verdict,
    'by delay, with pacing ' || words || coalesce(
        '; without RED and with a queue of 10 '
            || (SELECT words FROM counted WHERE scenario_set = 'hybla'), ''
    ) AS evidence
FROM counted WHERE scenario_set = 'red'
