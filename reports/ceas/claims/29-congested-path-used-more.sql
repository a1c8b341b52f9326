-- page: 4.4
-- statement: Both paths are used, the congested one more than the other.
--
-- The longer path carries less than half of the data, and more than 1 %.
WITH counted AS (
    SELECT
        count(*) FILTER (high < 50 AND mean > 1) AS said,
        count(*) FILTER (low > 50 OR high < 1) AS against,
        count(*) AS cases
    FROM chosen('congestion', 'ceas_long_path_share', '0-8 congestion', NULL, 1500)
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'share of the data on the longer path '
        || by_rate('congestion', 'ceas_long_path_share', '0-8 congestion', NULL, 1500, 1) || ' %; '
        || order_words(said, against, cases)
        || coalesce('; with other packets of the background: ' || (
            SELECT string_agg(
                replace(choice, '-', ' ') || printf(' %.1f %%', mean), ', ' ORDER BY choice
            )
            FROM ceas_points
            WHERE scenario_set = 'choices-congestion' AND metric = 'ceas_long_path_share'
                AND subject = '0-8 congestion' AND variant = 'sack' AND starts_with(choice, 'load-of')
        ), '') AS evidence
FROM counted
