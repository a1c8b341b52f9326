-- reason: contradiction in the text
-- claims: 27-three-stabilizations-alike
-- words: The same section says that failure and restoration take more ants than the start, and so they do here. TCP waits for the ants, so that its times can't be alike where the numbers of ants are not.
SELECT 'ants until pheromones are stable, and seconds until TCP is at its full rate, beside those at the start: '
    || string_agg(
        phase || printf(' %.1f and %.1f times as many', ants, times), '; ' ORDER BY phase
    )
FROM (
    SELECT
        phase,
        avg(value / at_start) FILTER (metric = 'stabilization_ants') AS ants,
        avg(value / at_start) FILTER (metric <> 'stabilization_ants') AS times
    FROM (
        SELECT
            metric, value, split_part(later.subject, ' ', 2) AS phase,
            (
                SELECT avg(mean) FROM points AS first
                WHERE first.scenario_set = 'start' AND first.ant_rate = scenarios.ant_rate
                    AND first.variant = scenarios.variant
                    AND (first.metric, first.subject) = IF(
                        later.metric = 'stabilization_ants',
                        ('stabilization_ants', '0-8 start'), ('tcp_time_to_full_rate', 'flow1 tcp')
                    )
            ) AS at_start
        FROM metrics AS later JOIN scenarios USING (study, scenario)
        WHERE scenario_set = 'failure' AND NOT previous_hop_memory
            AND (metric, later.subject) IN (
                ('stabilization_ants', '0-8 failure'), ('stabilization_ants', '0-8 restoration'),
                ('tcp_time_from_resuming_to_full_rate', 'flow1 failure'),
                ('tcp_time_to_full_rate', 'flow1 restoration')
            )
    )
    GROUP BY phase
)
