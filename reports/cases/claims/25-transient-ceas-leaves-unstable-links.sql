-- page: 5.2.3
-- statement: CEAS comes to avoid the unstable links, and diverts most of the traffic over reliable ones.
--
-- Two parts: a smaller share of the data takes the first unstable link late than early, run by run; and late it is
-- less than half. Cases are both, for each variant and level.
WITH shares AS (
    SELECT
        early.variant, early.level, early.mean AS early, late.mean AS late, late.low, late.high,
        contrast(late, early, 1) AS apart
    FROM twelve('transient', 'ceas_unstable_share', '7-10 first third', ['CEAS'], 0, 5000) AS early
    JOIN twelve('transient', 'ceas_unstable_share', '7-10 last third', ['CEAS'], 0, 5000) AS late
        USING (scenario)
), cases AS (
    SELECT apart.high < 0 AS is_said, apart.low > 0 AS is_against FROM shares
    UNION ALL
    SELECT high < 50, low > 50 FROM shares
), counted AS (
    SELECT
        count(*) FILTER (is_said) AS said,
        count(*) FILTER (is_against) AS against,
        count(*) AS cases
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'share of the data over 7-11 in the first and in the last third of the time of TCP, by background: ' || (
        SELECT string_agg(
            at_load(variant, level) || printf(': %.1f and %.1f %%', early, late), ', '
            ORDER BY variant, level
        ) FROM shares
    ) || '; less, and less than half: ' || order_words(said, against, cases) AS evidence
FROM counted
