-- page: 4.4
-- statement: Both paths are used, the congested one more than the other.
--
-- The longer path carries less than half of the data, and more than 1 %. Section 4.4 says beside it
-- that the throughput is four times that of the baselines: see congested_path.
WITH counted AS (
    SELECT
        count(*) FILTER (high < 50 AND mean > 1) AS said,
        count(*) FILTER (low > 50 OR high < 1) AS against,
        count(*) AS cases
    FROM chosen('congestion', 'ceas_long_path_share', '0-8 congestion', NULL, 1500)
)
SELECT
    CASE WHEN excluded THEN 'contradicts itself'
        ELSE verdict_of_order(said, against, cases) END AS verdict,
    words || '. By itself: share of the data on the longer path '
        || by_rate('congestion', 'ceas_long_path_share', '0-8 congestion', NULL, 1500, 1) || ' %; '
        || order_words(said, against, cases)
        AS evidence
FROM counted CROSS JOIN congested_path(1500)
WHERE excluded IS NOT NULL
