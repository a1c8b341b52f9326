-- page: 6.1
-- statement: With previous-hop memory TCP has its full rate back at once after the failure.
--
-- From the failure to the first ten seconds at the full rate. A run that never
-- has it back is in none of the times.
WITH cases AS (
    SELECT variant, ant_rate, interval_of(list(time_s ORDER BY seed), false) AS waited
    FROM tcp_recoveries JOIN scenarios USING (study, scenario)
    WHERE study = 'ceas' AND scenario_set = 'failure' AND previous_hop_memory
        AND subject = 'flow1' AND tcp_recoveries.event = 'failure'
        AND rule = 'full-rate' AND moment = 'first' AND time_s IS NOT NULL
    GROUP BY variant, ant_rate
), counted AS (
    SELECT
        count(*) FILTER (waited.high <= at_once_s()) AS said,
        count(*) FILTER (waited.low > at_once_s()) AS against,
        count(*) AS cases,
        string_agg(
            at_rate(variant, ant_rate) || printf(' %.1f s', waited.mean), ', '
            ORDER BY variant, ant_rate
        ) AS words
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    words || '; ' || order_words(said, against, cases) || cases_go_together(cases) AS evidence
FROM counted
