-- reason: unknown after these attempts
-- claims: 32-first-failure-interrupts
-- words: At the failure the first connection sends on several paths, of which 34-35 is on one: packets are lost there and the rate falls, but what the others carry goes on. How long a gap the thesis calls an interruption it does not say. Tried, with a fiftieth of the capacities: windows of 1500 packets, the ants' time to live, ants for the load, queues that count bytes, and links of 0.3 ms, with which the rate falls furthest.
SELECT 'least rate over 5 s in the 20 s after the failure, of the mean since 5-1 began to fail, packets of 1500 bytes: '
    || string_agg(printf('%s %.1f (%.1f to %.1f) %%', place, mean, ci_low, ci_high), ', ' ORDER BY place)
FROM (
    SELECT
        concat_ws(
            ', ',
            IF(contains(scenario_set, 'small'), 'a fiftieth of the capacities', 'full capacities'),
            IF(previous_hop_memory, 'with memory', NULL),
            coalesce(choice, 'as chosen')
        ) AS place,
        mean, ci_low, ci_high
    FROM points
    WHERE study = 'cases' AND contains(scenario_set, 'uninett') AND packet_bytes = 1500
        AND routing IS NULL AND metric = 'tcp_least_rate_after_failure' AND subject = 'flow1'
        AND n >= fewest_runs()
)
