-- reason: contradiction in the text
-- claims: 60-memory-full-rate-when-settled
-- words: Section 4.1 calls pheromones stable where the best path is 100 times as probable as the other one. Then one packet in a hundred still goes the other way, by the detour over node 4, and arrives late. Equation 2.7 of the thesis itself has such packets cut the window: at 75 Mb/s there is one each 16 ms. TCP is at its full rate when hardly any does.
SELECT 'seconds after the failure, with memory: ' || string_agg(
    variant_name(variant) || printf(' at %d ants/s stable after %.0f, full rate after %.0f', ant_rate, stable, full_rate),
    '; ' ORDER BY variant, ant_rate
)
FROM (
    SELECT
        variant, ant_rate,
        max(mean) FILTER (metric = 'stabilization_time') AS stable,
        max(mean) FILTER (metric = 'tcp_time_to_full_rate') AS full_rate
    FROM points
    WHERE scenario_set = 'failure' AND previous_hop_memory
        AND (metric, subject) IN (
            ('stabilization_time', '0-8 failure'), ('tcp_time_to_full_rate', 'flow1 failure')
        )
    GROUP BY ALL
)
WHERE stable IS NOT NULL AND full_rate IS NOT NULL
