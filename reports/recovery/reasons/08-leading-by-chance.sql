-- reason: chance
-- claims: 19-light-load-sack
-- words: Which variant has the largest window changes from seed to seed: a figure of one run can show any of them first.
SELECT 'largest mean window under light load, connections and seeds: ' || string_agg(
    variant_name(variant) || ' ' || times, ', ' ORDER BY variant
)
FROM (
    SELECT variant, count(*) AS times
    FROM (
        SELECT metrics.subject, seed, arg_max(variant, value) AS variant
        FROM (
            SELECT regexp_extract(metrics.subject, '[.](\d+)$', 1) AS subject, seed, variant, value
            FROM metrics JOIN scenarios USING (study, scenario)
            WHERE scenario_set = 'load' AND load = 'light' AND metric = 'mean_cwnd_over_time'
        ) AS metrics
        GROUP BY ALL
    )
    GROUP BY variant
)
