-- page: 25-26
-- statement: Under light load SACK is superior to Reno and NewReno: its window, which Figure 21 shows, is the largest.
--
-- Cases are the connections at two light loads, since the text's is not printed, each against Reno and
-- NewReno, by differences of runs with the same seed: connections of a run share its link, and are no
-- replications.
WITH windows AS (
    SELECT variant, load, subject, n, mean, is_exact, runs
    FROM points JOIN values_by_seed USING (study, scenario, metric, subject)
    WHERE study = 'recovery' AND scenario_set = 'load' AND load IN ('light', 'lighter')
        AND metric = 'mean_cwnd_over_time'
), cases AS (
    SELECT contrast(sack, other, 1) AS apart
    FROM windows AS sack JOIN windows AS other USING (load, subject)
    WHERE sack.variant = 'sack' AND other.variant <> 'sack'
), counted AS (
    SELECT
        count(*) FILTER (apart.low > 0) AS said,
        count(*) FILTER (apart.high < 0) AS against,
        count(*) AS cases
    FROM cases
), means AS (
    SELECT string_agg(listed, '; ' ORDER BY load) AS listed
    FROM (
        SELECT load, load || ' load: ' || string_agg(
            variant_name(variant) || printf(' %.1f', mean), ', ' ORDER BY mean DESC
        ) AS listed
        FROM (SELECT load, variant, avg(mean) AS mean FROM windows GROUP BY ALL)
        GROUP BY load
    )
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'means in packets, ' || listed || '; SACK above another variant on a connection: '
        || order_words(said, against, cases) AS evidence
FROM counted CROSS JOIN means
