-- page: 4.2
-- statement: At 164 ants a second the best path would be found immediately after the initialization phase.
SELECT
    verdict_of_order(
        count(*) FILTER (high <= at_once_s()), count(*) FILTER (low > at_once_s()), count(*)
    ) AS verdict,
    'pheromones stable after ' || by_rate('many-ants', 'stabilization_time', '0-8 start', NULL, NULL, 1)
        || ' s' AS evidence
FROM chosen('many-ants', 'stabilization_time', '0-8 start', NULL, NULL)
