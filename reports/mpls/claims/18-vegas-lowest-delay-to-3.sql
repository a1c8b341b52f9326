-- page: 59
-- statement: Up to 3 % loss Vegas has the lowest delay.
WITH counted AS (
    SELECT count(*) FILTER (said) AS said, count(*) FILTER (against) AS against, count(*) AS cases
    FROM is_extreme(-1, 'vegas', 'mean_delay') WHERE percent <= 3
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    delays_with_loss(1, 3) || '; below each other variant: ' || order_words(said, against, cases)
        AS evidence
FROM counted
