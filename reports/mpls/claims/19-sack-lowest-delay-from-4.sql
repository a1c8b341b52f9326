-- page: 59
-- statement: At 4 and 5 % loss Sack has a lower delay than Vegas.
SELECT
    verdict_of(count(*) FILTER (sack < vegas), count(*)) AS verdict,
    any_value(evidence) AS evidence
FROM delays_with_loss(4, 5)
