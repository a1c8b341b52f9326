-- reason: unknown after these attempts
-- claims: 74-subpath-regains-sooner
-- words: With it the best path is stable before the first normal ant returns, by pheromones that are far stronger than those that ants with cycles leave. After the failure it takes several times as many ants to lower them; after the restoration fewer. Tried: cycles removed without their cost, with which both are as without.
SELECT 'ants until pheromones are stable, subpath, cycles removed and cycles allowed: ' || string_agg(
    printf('%s %.1f, %.1f and %.1f', phase, subpath, removed, allowed), '; ' ORDER BY phase
)
FROM (
    SELECT
        split_part(subject, ' ', 2) AS phase,
        max(mean) FILTER (scenario_set = 'own-proposals' AND choice = 'cycles-subpath') AS subpath,
        max(mean) FILTER (scenario_set = 'choices' AND choice = 'cycles-remove') AS removed,
        max(mean) FILTER (scenario_set = 'failure') AS allowed
    FROM points
    WHERE metric = 'stabilization_ants' AND subject LIKE '0-8 %' AND ant_rate = 20
        AND (variant = 'sack' OR variant IS NULL) AND previous_hop_memory IS DISTINCT FROM true
    GROUP BY phase
)
WHERE subpath IS NOT NULL
