-- page: 41, 45, 52, 55
-- statement: With four and eight flows, too, the average delays of the variants other than Vegas are about the same.
-- "About" is taken as within 5 % of their mean.
WITH delays AS (
    SELECT application, flows, variant, avg(mean) AS delay_s
    FROM points
    WHERE study = 'mpls' AND scenario_set = 'variants' AND metric = 'mean_delay'
        AND flows > 2 AND forwarding = 'mpls-control-driven' AND variant <> 'vegas'
    GROUP BY ALL
), spreads AS (
    SELECT
        application, flows,
        100 * greatest(max(delay_s) / avg(delay_s) - 1, 1 - min(delay_s) / avg(delay_s)) AS furthest
    FROM delays GROUP BY ALL
)
SELECT
    verdict_of(count(*) FILTER (furthest <= 5), count(*)) AS verdict,
    'furthest from their mean: ' || string_agg(
        flows || ' flows of ' || upper(application) || ' traffic ' || printf('%.1f %%', furthest),
        ', ' ORDER BY flows, application
    ) || '; at most 5 % is asked for' AS evidence
FROM spreads
