-- page: 4.5
-- statement: The link of lower capacity is still used more than the other path.
--
-- The longer path carries less than half of the data, and more than 1 %.
WITH counted AS (
    SELECT
        count(*) FILTER (high < 50 AND mean > 1) AS said,
        count(*) FILTER (low > 50 OR high < 1) AS against,
        count(*) AS cases
    FROM chosen('capacity', 'ceas_long_path_share', '0-8 whole', NULL, 1500)
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'share of the data on the longer path '
        || by_rate('capacity', 'ceas_long_path_share', '0-8 whole', NULL, 1500, 1) || ' %; '
        || order_words(said, against, cases) AS evidence
FROM counted
