-- page: 5.5
-- statement: In larger networks the chance of the effect is smaller.
--
-- A case is a larger network, with 2 or with 6 flows of other hosts. There is less of the effect if flow 1 or flow 2 gets
-- less than 10 % of what both get at fewer delays of a sweep of single runs than in the report's network: by the
-- interval of the difference between sweeps of the same seed.
WITH sweeps AS (
    SELECT
        IF(scenario_set = 'newreno', 0, TRY_CAST(level AS INTEGER)) AS others, seed, count(*) AS delays,
        count(*) FILTER (least(share, 100 - share) < 10) AS starved
    FROM shares_of_runs()
    WHERE scenario_set IN ('larger-network', 'newreno') AND queue_packets = 10
        AND delay_ms IN (SELECT delay_ms FROM sync_shares WHERE scenario_set = 'larger-network')
    GROUP BY ALL
), compared AS (
    SELECT
        larger.others, count(*) AS runs, max(larger.delays) AS delays,
        avg(larger.starved) AS starved, avg(small.starved) AS starved_before,
        interval_of(list(larger.starved - small.starved ORDER BY seed), false) AS apart
    FROM sweeps AS larger JOIN sweeps AS small USING (seed)
    WHERE larger.others > 0 AND small.others = 0
    GROUP BY larger.others
), counted AS (
    SELECT
        count(*) FILTER (apart.high < 0) AS said, count(*) FILTER (apart.low >= 0) AS against,
        count(*) AS cases, min(runs) AS runs,
        'a flow gets less than 10 % at ' || short(any_value(starved_before)) || ' of ' || any_value(delays)
            || ' delays in the report''s network, and '
            || string_agg('with ' || others || ' flows more at ' || short(starved) || ' ('
                || difference_words(apart, 1) || ')', ', ' ORDER BY others) AS words
    FROM compared
)
SELECT
    CASE WHEN runs < fewest_runs() THEN 'undecided' ELSE verdict_of_order(said, against, cases) END AS verdict,
    words || '; less of it: ' || order_words(said, against, cases) AS evidence
FROM counted
WHERE cases > 0
