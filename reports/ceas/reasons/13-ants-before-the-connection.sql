-- reason: unprinted parameter
-- parameter: how long after the stabilization the connection starts
-- claims: 10-full-rate-at-once-if-started-later
-- words: Section 4.2 says "sometime". Ours starts 100 s after it at every rate, as in section 4.3, which is fewer ants at a low rate. With 450 ants since the first one, or more, the connection is at its full rate at once; with fewer it waits for the rest, and at 1 ant a second in vain until the failure.
SELECT 'ants that were sent before the connection starts, and its time to the full rate: ' || string_agg(
    printf('%.0f ants %.1f s', ants, waited_s), ', ' ORDER BY ants
)
FROM (
    SELECT
        ant_rate * (
            max(value) FILTER (metrics.subject = 'tcp') - max(value) FILTER (metrics.subject = 'start')
        ) AS ants,
        avg(value) FILTER (metric = 'tcp_time_to_full_rate' AND metrics.subject = 'flow1 tcp')
            AS waited_s
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE scenario_set = 'failure' AND NOT previous_hop_memory
        AND metric IN ('event_time', 'tcp_time_to_full_rate')
        AND metrics.subject IN ('tcp', 'start', 'flow1 tcp')
    GROUP BY ant_rate
)
WHERE waited_s IS NOT NULL
