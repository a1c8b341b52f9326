-- title: Changes of who prefers the short path
-- table: metrics
-- unit: 1
-- range: from 0
-- definition: How often, from one whole second to the next while TCP sends, it goes over from one of two colonies to the other whose ants take the short path with the larger probability.
-- source: ours, for whether two connections prefer it in turns (S. Tamrakar's thesis (2009), section 4.6)
-- needs: shared_preferences
SELECT
    run_id,
    'both' AS subject,
    CAST(count(*) FILTER (leads <> led) AS DOUBLE) AS value
FROM (
    SELECT
        run_id, leads,
        lag(leads IGNORE NULLS) OVER (PARTITION BY run_id ORDER BY time_ns) AS led
    FROM (
        SELECT run_id, time_ns, IF(first = second, NULL, first > second) AS leads
        FROM shared_preferences
    )
)
GROUP BY run_id
