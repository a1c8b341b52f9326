-- page: 5.3
-- statement: With a record of the route in data packets next to none of them goes round in a cycle.
-- question: ours
--
-- Section 5.3 proposes it and runs nothing. Returns by three links or more while 5-1 fails, against those with
-- previous-hop memory, on UNINETT's network with a fiftieth of its capacities. Cases are the two connections whose path
-- fails.
WITH cycles AS (
    SELECT
        scenario_set, split_part(subject, ' ', 1) AS colony, false AS is_exact, any_value(n) AS n,
        map_from_entries(list((seed, total) ORDER BY seed)) AS runs, avg(total) AS mean
    FROM (
        SELECT scenario_set, subject, seed, sum(value) AS total, 0 AS n
        FROM (
            SELECT scenario_set, regexp_extract(metrics.subject, '^\S+ transient') AS subject, seed, value
            FROM metrics JOIN scenarios USING (study, scenario)
            WHERE study = 'cases' AND packet_bytes = 1500 AND metric = 'ceas_loops'
                AND NOT ends_with(metrics.subject, ' 2')
                AND regexp_matches(metrics.subject, '^(4|41)-51 transient')
                AND (
                    scenario_set = 'own-small-uninett'
                    OR scenario_set = 'small-uninett' AND previous_hop_memory
                )
        )
        GROUP BY ALL
    )
    GROUP BY ALL
), judged AS (
    SELECT
        colony, recorded.mean AS left_over, plain.mean AS usual,
        contrast(recorded, plain, left_at_most()) AS beyond
    FROM cycles AS recorded JOIN cycles AS plain USING (colony)
    WHERE recorded.scenario_set = 'own-small-uninett' AND plain.scenario_set = 'small-uninett'
), counted AS (
    SELECT
        count(*) FILTER (beyond.high <= 0) AS said,
        count(*) FILTER (beyond.low > 0) AS against,
        count(*) AS cases,
        string_agg(
            replace(colony, '-', ' to ') || printf(' %.0f instead of %.0f', left_over, usual), '; ' ORDER BY colony
        ) AS words
    FROM judged
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'packets that came back by three links or more: ' || words || '; at most '
        || readable(100 * left_at_most()) || ' %: ' || order_words(said, against, cases) AS evidence
FROM counted
