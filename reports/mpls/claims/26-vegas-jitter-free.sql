-- page: iv, 62
-- statement: After a brief oscillation at the beginning the delay of Vegas is almost invariable, free of jitter.
--
-- Cases are the traffics, numbers of flows, and flows: from packet 200 on, no 20 packets have a mean delay
-- more than 1 % away from the flow's.
WITH later AS (
    SELECT scenario, subject, mean_delay_s
    FROM delay_series JOIN scenarios USING (study, scenario)
    WHERE study = 'mpls' AND scenario_set = 'variants' AND variant = 'vegas'
        AND forwarding = 'mpls-control-driven' AND packet >= 200
), flows AS (
    SELECT
        scenario, subject,
        100 * greatest(max(mean_delay_s) / avg(mean_delay_s) - 1, 1 - min(mean_delay_s) / avg(mean_delay_s))
            AS furthest
    FROM later GROUP BY ALL
)
SELECT
    verdict_of(count(*) FILTER (furthest <= 1), count(*)) AS verdict,
    'so for ' || count(*) FILTER (furthest <= 1) || ' of ' || count(*)
        || ' flows; the mean delay of 20 packets is at most ' || printf('%.2f %%', max(furthest))
        || ' away from the flow''s' AS evidence
FROM flows
HAVING count(*) > 0
