-- reason: contradiction in the text
-- claims: 68-memory-full-rate-at-once
-- words: Section 4.7 says that TCP goes on at once, and also that its data then takes two ways, arrives out of order and slows it down while the pheromones settle. It is so here: data arrives at once, and at the full rate much later.
SELECT 'with the memory, seconds from the failure until data arrives, and until TCP is at its full rate: '
    || string_agg(
        printf('%s, %d ants/s: %.1f and %.1f', variant_name(variant), ant_rate, resumed_s, full_s),
        '; ' ORDER BY variant, ant_rate
    )
FROM (
    SELECT
        variant, ant_rate,
        avg(time_s) FILTER (rule = 'resume-1') AS resumed_s,
        avg(time_s) FILTER (rule = 'full-rate') AS full_s
    FROM tcp_recoveries JOIN scenarios USING (study, scenario)
    WHERE scenario_set = 'failure' AND previous_hop_memory AND subject = 'flow1'
        AND tcp_recoveries.event = 'failure' AND moment = 'first'
    GROUP BY variant, ant_rate
)
WHERE resumed_s IS NOT NULL AND full_s IS NOT NULL
