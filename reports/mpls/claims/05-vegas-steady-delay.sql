-- page: 41, 52
-- statement: After an early oscillation the delay of Vegas stays almost constant, unlike that of the others (four flows).
WITH steady AS (
    SELECT application, variant, stddev_pop(mean_delay_s) AS deviation_s
    FROM delay_series JOIN scenarios USING (study, scenario)
    WHERE study = 'mpls' AND scenario_set = 'variants' AND flows = 4
        AND forwarding = 'mpls-control-driven' AND packet >= 200
    GROUP BY ALL
), compared AS (
    SELECT application,
        max(deviation_s) FILTER (variant = 'vegas') AS vegas,
        min(deviation_s) FILTER (variant <> 'vegas') AS steadiest_other
    FROM steady GROUP BY application
)
SELECT
    verdict_of(count(*) FILTER (vegas < steadiest_other / 10), count(*)) AS verdict,
    'standard deviation of the delay from packet 200 on: Vegas at most '
        || short(1000 * max(vegas)) || ' ms, the others at least '
        || short(1000 * min(steadiest_other)) || ' ms; less than a tenth is asked for' AS evidence
FROM compared
