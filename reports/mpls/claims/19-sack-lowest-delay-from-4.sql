-- page: 59
-- statement: At 4 and 5 % loss Sack has a lower delay than Vegas.
WITH cases AS (
    SELECT contrast(sack, vegas, 1) AS apart
    FROM with_loss('mean_delay') AS sack JOIN with_loss('mean_delay') AS vegas USING (percent)
    WHERE sack.variant = 'sack' AND vegas.variant = 'vegas' AND percent >= 4
), counted AS (
    SELECT
        count(*) FILTER (apart.high < 0) AS said,
        count(*) FILTER (apart.low > 0) AS against,
        count(*) AS cases
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    delays_with_loss(4, 5) || '; ' || order_words(said, against, cases) AS evidence
FROM counted
