-- page: 38
-- statement: With two flows of CBR traffic the average delay of Vegas is about 40 % below that of the other variants.
-- "About" is taken as within five percentage points.
WITH delays AS (
    SELECT variant, avg(mean) AS delay_s
    FROM points
    WHERE study = 'mpls' AND scenario_set = 'variants' AND metric = 'mean_delay'
        AND application = 'cbr' AND flows = 2 AND forwarding = 'mpls-control-driven'
    GROUP BY variant
), reductions AS (
    SELECT
        other.variant,
        100 * (1 - vegas.delay_s / other.delay_s) AS percent
    FROM delays AS other JOIN delays AS vegas ON vegas.variant = 'vegas'
    WHERE other.variant <> 'vegas'
)
SELECT
    CASE WHEN max(abs(percent - 40)) <= 5 THEN 'holds'
        WHEN min(percent) > 0 THEN 'holds in part' ELSE 'does not hold' END AS verdict,
    'Vegas is below the others by ' || span(min(percent), max(percent)) || ' %' AS evidence
FROM reductions
