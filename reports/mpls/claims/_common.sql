-- What several claims of this study ask.

-- Is the mean delay of Vegas about so many percent below that of each other variant? "About" is
-- taken as within five percentage points; below, but not by that much, holds in part.
CREATE OR REPLACE TEMP MACRO vegas_delay_claim(traffic, flow_count, claimed_percent) AS TABLE
WITH delays AS (
    SELECT variant, avg(mean) AS delay_s
    FROM points
    WHERE study = 'mpls' AND scenario_set = 'variants' AND metric = 'mean_delay'
        AND application = traffic AND flows = flow_count AND forwarding = 'mpls-control-driven'
    GROUP BY variant
), reductions AS (
    SELECT 100 * (1 - vegas.delay_s / other.delay_s) AS percent
    FROM delays AS other JOIN delays AS vegas ON vegas.variant = 'vegas'
    WHERE other.variant <> 'vegas'
)
SELECT
    CASE WHEN max(abs(percent - claimed_percent)) <= 5 THEN 'holds'
        WHEN min(percent) > 0 THEN 'holds in part'
        WHEN count(*) > 0 THEN 'does not hold' END AS verdict,
    'Vegas is below the others by ' || span(min(percent), max(percent)) || ' %' AS evidence
FROM reductions;

-- Mean delays of Vegas and Sack and of the best variant but Vegas, with one line of evidence
-- for all of them, at loss rates from ... to ... percent.
CREATE OR REPLACE TEMP MACRO delays_with_loss(from_percent, to_percent) AS TABLE
WITH delays AS (
    SELECT
        packet_error_percent AS percent,
        scenario_set,
        max(mean) FILTER (variant = 'vegas') AS vegas,
        max(mean) FILTER (variant = 'sack') AS sack,
        min(mean) FILTER (variant <> 'vegas') AS best_other
    FROM points
    WHERE study = 'mpls' AND metric = 'mean_delay' AND subject = 'flow1'
        AND packet_error_percent BETWEEN from_percent AND to_percent
    GROUP BY ALL
)
SELECT
    *,
    'mean delay of Vegas and Sack in ms, ' || string_agg(
        CASE scenario_set WHEN 'losses' THEN 'mean of the replications' ELSE 'replayed' END
            || ' at ' || percent || ' %: '
            || printf('%.1f and %.1f', 1000 * vegas, 1000 * sack),
        '; ' ORDER BY scenario_set, percent
    ) OVER () AS evidence
FROM delays;
