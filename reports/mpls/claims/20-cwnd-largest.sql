-- page: 59-60
-- statement: New Reno has the largest average congestion window at 1 % loss, Vegas from 2 % on; Tahoe has the smallest throughout.
--
-- Cases are the largest and the smallest window at each rate.
WITH cases AS (
    FROM is_extreme(1, 'newreno', 'mean_cwnd_whole_buffers') WHERE percent = 1
    UNION ALL
    FROM is_extreme(1, 'vegas', 'mean_cwnd_whole_buffers') WHERE percent > 1
    UNION ALL
    FROM is_extreme(-1, 'tahoe', 'mean_cwnd_whole_buffers')
), counted AS (
    SELECT count(*) FILTER (said) AS said, count(*) FILTER (against) AS against, count(*) AS cases
    FROM cases
), windows AS (
    SELECT scenario_set, packet_error_percent AS percent,
        variant_name(arg_max(variant, mean)) AS largest,
        variant_name(arg_min(variant, mean)) AS smallest
    FROM points
    WHERE study = 'mpls' AND metric = 'mean_cwnd_whole_buffers'
        AND scenario_set IN ('losses', 'losses-replayed')
    GROUP BY ALL
)
SELECT
    verdict_of_order(any_value(said), any_value(against), any_value(cases)) AS verdict,
    'largest and smallest, ' || string_agg(
        CASE scenario_set WHEN 'losses' THEN 'mean of the replications' ELSE 'replayed' END
            || ' at ' || percent || ' %: ' || largest || ' and ' || smallest,
        '; ' ORDER BY scenario_set, percent
    ) || '; over the replications: '
        || order_words(any_value(said), any_value(against), any_value(cases)) AS evidence
FROM windows CROSS JOIN counted
