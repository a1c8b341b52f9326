-- page: 5.2.1
-- statement: At lower loads TCP does equally well over all three systems.
--
-- Up to 1000 kb/s, as far as SACK over CEAS is said to keep its goodput.
WITH counted AS (
    SELECT
        count(*) FILTER (are_alike(ants, base, slight_percent())) AS alike,
        count(*) FILTER (are_apart(ants, base, slight_percent())) AS apart,
        count(*) AS cases
    FROM twelve('steady', 'tcp_goodput', 'flow1 whole', ['CEAS'], 0, 1000) AS ants
    JOIN twelve('steady', 'tcp_goodput', 'flow1 whole', baselines(), 0, 1000) AS base
        USING (variant, level)
)
SELECT
    verdict_of_order(alike, apart, cases) AS verdict,
    goodput_by_level('steady', all_systems(), 0, 1000) || '; CEAS within ' || readable(slight_percent())
        || ' % of the others: ' || alike_words(alike, apart, cases) AS evidence
FROM counted
