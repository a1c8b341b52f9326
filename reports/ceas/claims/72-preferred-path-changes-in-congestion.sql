-- page: 4.4
-- statement: During congestion the path that is preferred changes periodically.
--
-- It goes over and back: more than once a minute. Before the congestion it does not change.
WITH counted AS (
    SELECT
        count(*) FILTER (low > 2 * limit_factor()) AS said,
        count(*) FILTER (high < 2 * limit_factor()) AS against,
        count(*) AS cases
    FROM chosen('congestion', 'ceas_path_changes', '0-8 congestion', NULL, 1500)
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'changes of the preferred path a minute during the congestion: '
        || by_rate('congestion', 'ceas_path_changes', '0-8 congestion', NULL, 1500, 1) || ', before it '
        || coalesce(by_rate('congestion', 'ceas_path_changes', '0-8 before', NULL, 1500, 1), 'none')
        || '; more than ' || readable(2 * limit_factor()) || ': ' || order_words(said, against, cases)
        AS evidence
FROM counted
