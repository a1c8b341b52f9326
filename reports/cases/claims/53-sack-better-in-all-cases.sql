-- page: 6.1
-- statement: SACK does better than Reno in all cases.
--
-- Goodput over CEAS on twelve nodes, with memory and without: over LSRP and DVR the text itself
-- says that they do not differ.
WITH cases AS (
    SELECT contrast(sack, reno, 1) AS apart, 100 * (sack.mean / reno.mean - 1) AS lead
    FROM cases_points AS sack JOIN cases_points AS reno
        USING (scenario_set, event, memory, level, metric, subject)
    WHERE scenario_set = 'twelve' AND metric = 'tcp_goodput' AND subject = 'flow1 whole'
        AND sack.variant = 'sack' AND reno.variant = 'reno' AND is_worth_comparing(sack, reno)
), counted AS (
    SELECT
        count(*) FILTER (apart.low > 0) AS said,
        count(*) FILTER (apart.high < 0) AS against,
        count(*) AS cases,
        min(lead) AS least,
        max(lead) AS largest
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    printf('SACK''s goodput over CEAS differs from Reno''s by %+.1f to %+.1f %%; ', least, largest)
        || order_words(said, against, cases) AS evidence
FROM counted
