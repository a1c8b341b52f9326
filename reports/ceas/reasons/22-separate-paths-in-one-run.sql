-- reason: chance
-- claims: 55-large-packets-separate-paths
-- words: The thesis found it by looking at simulations, and counted nothing. In our first replication, too, both connections take separate paths most of the time; on average over all of them they prefer the same path more often, with Reno clearly so.
SELECT 'time in which one prefers 4 and the other 10, in the first replication, on average, and in single runs: '
    || string_agg(
        variant_name(variant)
            || printf(' %.0f, %.0f, from %.0f to %.0f %%', first, mean, least, largest),
        '; ' ORDER BY variant
    )
FROM (
    SELECT
        variant,
        any_value(value) FILTER (seed = 1) AS first,
        avg(value) AS mean,
        min(value) AS least,
        max(value) AS largest
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE study = 'ceas' AND scenario_set = 'two-flows' AND packet_bytes = 9000
        AND metric = 'ceas_preferences_apart' AND metrics.subject = 'both'
    GROUP BY variant
)
HAVING count(first) > 0
