-- page: 4.7
-- statement: With previous-hop memory no packet loops on and on: it goes back once and takes the other path.
--
-- On and on: a node sends a packet back that it has sent back before, or the packet's time to live ends. Going back
-- once is what the statement says, and no loop. Without memory TCP is silent after the failure, with it TCP goes on
-- sending: so both are counted for each packet that goes back at all. Next to nothing is left, by the rule of left_over.
-- Cases are both, for each variant and ant rate.
WITH measures AS (
    SELECT unnest(['ceas_repeated_returns', 'ceas_drops']) AS metric,
        unnest(['0-8 failure', '0-8 failure ttl']) AS subject
), shares AS (
    SELECT
        ended.metric, ended.variant, ended.ant_rate, ended.memory, false AS is_exact,
        per_return(ended.runs, back.runs) AS runs
    FROM ceas_points AS ended
    JOIN measures USING (metric, subject)
    JOIN ceas_points AS back USING (scenario)
    WHERE ended.scenario_set = 'failure' AND back.metric = 'ceas_micro_loops'
        AND back.subject = '0-8 failure'
), told AS (
    SELECT *, apart.* FROM (SELECT *, interval_of(map_values(runs), false) AS apart FROM shares)
    WHERE cardinality(runs) > 0
), counted AS (
    SELECT
        count(*) FILTER (beyond.high <= 0) AS said,
        count(*) FILTER (beyond.low > 0) AS against,
        count(*) AS cases
    FROM (
        SELECT left_over(remaining, plain) AS beyond
        FROM told AS remaining JOIN told AS plain USING (metric, variant, ant_rate)
        WHERE remaining.memory AND NOT plain.memory AND greatest(remaining.mean, plain.mean) > 0
    )
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    (
        SELECT string_agg(words, '; ' ORDER BY metric DESC, memory) FROM (
            SELECT
                metric, memory,
                IF(metric = 'ceas_drops', 'dropped at the end of their time to live', 'sent back again by the same node')
                    || IF(memory, ' with it', ' without')
                    || ', per cent of the packets sent back: ' || string_agg(
                        variant_name(variant) || ' at ' || ant_rate || printf(' ants/s %.3g', mean), ', '
                        ORDER BY variant, ant_rate
                    ) AS words
            FROM told GROUP BY metric, memory
        )
    ) || '; ' || left_words(said, against, cases) || cases_go_together(cases) AS evidence
FROM counted
