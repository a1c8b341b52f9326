-- page: 4.6
-- statement: With packets of 9000 bytes the two connections take separate paths most of the time.
WITH cases AS (
    SELECT variant, 100 * avg(CAST((first > 0.5) <> (second > 0.5) AS INTEGER)) AS separate
    FROM probabilities_of_two() GROUP BY variant
)
SELECT
    verdict_of_runs(count(*) FILTER (separate > 50), count(*)) AS verdict,
    'moments at which one prefers 4 and the other 10 (first replication, with the same ants in each): ' || string_agg(
        printf('%s %.0f %%', variant_name(variant), separate), ', ' ORDER BY variant
    ) AS evidence
FROM cases
