-- reason: contradiction in the text
-- claims: 29-minor-effect
-- words: Throughputs lie within a few percent of each other, as said. Delays do not, since those of Vegas are 25 to 60 % below the others' in every table of delays, which are more than a few cases.
SELECT 'mean delay of Vegas below that of the others: ' || string_agg(
    upper(application) || ' ' || flows || ' flows ' || printf('%.0f %%', percent), ', '
    ORDER BY application, flows
)
FROM (
    SELECT
        application, flows,
        100 * (1 - avg(mean) FILTER (variant = 'vegas') / avg(mean) FILTER (variant <> 'vegas')) AS percent
    FROM points
    WHERE scenario_set = 'variants' AND metric = 'mean_delay' AND forwarding = 'mpls-control-driven'
    GROUP BY ALL
)
