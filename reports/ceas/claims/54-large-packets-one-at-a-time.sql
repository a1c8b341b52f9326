-- page: 4.6
-- statement: With packets of 9000 bytes one connection or the other prefers the shortest path, in turns.
WITH cases AS (
    SELECT variant, corr(first, second) AS together FROM probabilities_of_two() GROUP BY variant
)
SELECT
    verdict_of_runs(count(*) FILTER (together < -0.3), count(*)) AS verdict,
    'correlation of both connections'' probability from 3 to 4 (first replication, with the same ants in each): ' || string_agg(
        printf('%s %.2f', variant_name(variant), together), ', ' ORDER BY variant
    ) AS evidence
FROM cases WHERE together IS NOT NULL
