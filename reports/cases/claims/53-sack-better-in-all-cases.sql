-- page: 6.1
-- statement: SACK does better than Reno in all cases.
--
-- Goodput over CEAS on twelve nodes, with memory and without: over LSRP and DVR the text itself
-- says that they do not differ.
WITH counted AS (
    SELECT
        count(*) FILTER (sack.low > reno.high) AS said,
        count(*) FILTER (sack.high < reno.low) AS against,
        count(*) AS cases,
        min(100 * (sack.mean / reno.mean - 1)) AS least,
        max(100 * (sack.mean / reno.mean - 1)) AS largest
    FROM cases_points AS sack JOIN cases_points AS reno
        USING (scenario_set, event, memory, level, metric, subject)
    WHERE scenario_set = 'twelve' AND metric = 'tcp_goodput' AND subject = 'flow1 whole'
        AND sack.variant = 'sack' AND reno.variant = 'reno' AND is_worth_comparing(sack, reno)
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    printf('SACK''s goodput over CEAS differs from Reno''s by %+.1f to %+.1f %%; ', least, largest)
        || order_words(said, against, cases) AS evidence
FROM counted
