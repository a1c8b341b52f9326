-- page: 59
-- statement: Up to 3 % loss Vegas has the lowest delay.
SELECT
    verdict_of(count(*) FILTER (vegas < best_other), count(*)) AS verdict,
    any_value(evidence) AS evidence
FROM delays_with_loss(1, 3)
