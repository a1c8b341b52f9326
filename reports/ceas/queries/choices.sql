-- After how many ants routes are stable, with other choices where the text is silent.
SELECT
    choice, ant_rate,
    max(mean) FILTER (is_ants AND phase = 'start') AS at_start,
    max(mean) FILTER (is_ants AND phase = 'failure') AS failed,
    max(mean) FILTER (is_ants AND phase = 'restoration') AS restored,
    100 * max(mean) FILTER (NOT is_ants AND phase = 'start') AS start_reached,
    100 * max(mean) FILTER (NOT is_ants AND phase = 'failure') AS failed_reached,
    100 * max(mean) FILTER (NOT is_ants AND phase = 'restoration') AS restored_reached,
    max(n) AS n
FROM (
    SELECT *, metric = 'stabilization_ants' AS is_ants, split_part(subject, ' ', 2) AS phase
    FROM points
    WHERE study = $study AND scenario_set = 'choices' AND starts_with(subject, '0-8 ')
        AND metric IN ('stabilization_ants', 'stabilization_reached')
)
GROUP BY choice, ant_rate ORDER BY choice <> 'as-chosen', choice, ant_rate
