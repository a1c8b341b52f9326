-- reason: unprinted parameter
-- parameter: whether fewer means packets, or a share of those that are sent
-- claims: 22-fewer-loops-as-pheromones-settle
-- words: Packets only go back while TCP sends. At high ant rates it resumes when the pheromones are all but stable, so that most of what goes back was sent at the failure. At low rates it resumes long before, and sends far more in the second half than in the first: more packets go back, too, although node 4 is less probable then.
SELECT 'seconds after the failure until TCP resumes, and until pheromones are stable: ' || string_agg(
    printf('%s, %d ants/s: %.1f and %.1f', variant_name(variant), ant_rate, resumed_s, stable_s), '; '
    ORDER BY variant, ant_rate
)
FROM (
    SELECT
        variant, ant_rate,
        avg(value) FILTER (metric = 'tcp_time_to_resume') AS resumed_s,
        avg(value) FILTER (metric = 'stabilization_time') AS stable_s
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE scenario_set = 'failure' AND NOT previous_hop_memory AND (metric, metrics.subject) IN (
        ('tcp_time_to_resume', 'flow1 failure'), ('stabilization_time', '0-8 failure')
    )
    GROUP BY variant, ant_rate
)
WHERE resumed_s IS NOT NULL AND stable_s IS NOT NULL
