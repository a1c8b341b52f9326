-- reason: unprinted parameter
-- parameter: the ants' time to live
-- claims: 58-memory-ends-endless-loops
-- words: With TCP's own time to live of 10, which section 3.6.1 prints, none is left. With ns' default of 32 explorers come back from hosts, and hosts get pheromones: of the packets that go back with memory one in five hundred takes the way to a host, back to node 3, and to node 4 again. Since TCP goes on sending then, these are more than a tenth of all that loop without it.
SELECT 'packets that go back and do so again, and that run out of links, of 100 that go back, with memory and without: '
    || string_agg(
        ttl || printf(', %s: %.2f and %.1f, %.2f and %.1f', variant_name(variant), again[1], again[2], ended[1], ended[2]),
        '; ' ORDER BY ttl, variant
    )
FROM (
    SELECT
        ttl, variant,
        list(100 * again / back ORDER BY previous_hop_memory DESC) AS again,
        list(100 * ended / back ORDER BY previous_hop_memory DESC) AS ended
    FROM (
        SELECT
            'ants that live for ' || coalesce(right(choice, 2), '10') || ' links' AS ttl, variant,
            previous_hop_memory,
            sum(mean) FILTER (metric = 'ceas_micro_loops') AS back,
            sum(mean) FILTER (metric = 'ceas_repeated_returns') AS again,
            sum(mean) FILTER (metric = 'ceas_drops') AS ended
        FROM points
        WHERE (scenario_set = 'failure' OR scenario_set = 'choices-failure' AND choice = 'ant-ttl-32')
            AND subject IN ('0-8 failure', '0-8 failure ttl')
            AND metric IN ('ceas_micro_loops', 'ceas_repeated_returns', 'ceas_drops')
        GROUP BY ALL
    )
    WHERE back > 0
    GROUP BY ttl, variant
)
WHERE len(again) = 2
