-- page: 41, 45, 62
-- statement: Vegas has the highest percentage throughput in every scenario without random loss.
WITH throughputs AS (
    SELECT application, flows,
        max(mean) FILTER (variant = 'vegas') AS vegas,
        max(mean) FILTER (variant <> 'vegas') AS best_other
    FROM points
    WHERE study = 'mpls' AND scenario_set = 'variants' AND metric = 'throughput_percent'
        AND forwarding = 'mpls-control-driven'
    GROUP BY ALL
)
SELECT
    verdict_of(count(*) FILTER (vegas >= best_other), count(*)) AS verdict,
    'Vegas is highest, or as high as others, in ' || count(*) FILTER (vegas >= best_other)
        || ' of ' || count(*) || ' scenarios; its lead is at most '
        || short(max(vegas - best_other)) || ' percentage points' AS evidence
FROM throughputs
