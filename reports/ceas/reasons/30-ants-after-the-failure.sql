-- reason: unknown after these attempts
-- claims: 13-failure-needs-more-ants-at-higher-rates
-- words: The thesis explains it by the 200 s before the failure, in which more ants lower the pheromones of the other path the higher their rate is. Here about as many are needed at all rates: temperatures remember some fifty ants, so that later ones lower nothing. Tried: ants that live for 32 links, with which fewer are needed, and 20 ants a second need no clearly larger number than 5.
SELECT 'ants after the failure: ' || string_agg(words, '; ' ORDER BY ttl, variant)
FROM (
    SELECT
        scenario_set <> 'failure' AS ttl, variant,
        upper(variant) || IF(scenario_set = 'failure', '', ', 32 links') || ' at ' || string_agg(
            printf('%d: %.0f (%.0f to %.0f)', ant_rate, mean, ci_low, ci_high), ', ' ORDER BY ant_rate
        ) || ' ants/s' AS words
    FROM points
    WHERE metric = 'stabilization_ants' AND subject = '0-8 failure' AND NOT previous_hop_memory
        AND (scenario_set = 'failure' OR (scenario_set = 'choices-failure' AND choice = 'ant-ttl-32'))
    GROUP BY scenario_set, variant
)
