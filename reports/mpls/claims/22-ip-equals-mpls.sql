-- page: iv
-- statement: No variant can make use of what MPLS offers.
--
-- Read so: over MPLS each scenario gives the results that it gives over IP. Labels are set up by routing:
-- section 3.2.10 describes the line of the script without which they would be set up by data.
WITH pairs AS (
    SELECT
        mpls.forwarding,
        mpls.scenario,
        max(abs(mpls.mean - ip.mean)) AS largest_difference,
        max(abs(mpls.mean - ip.mean)) FILTER (metric = 'mean_delay') AS delay_difference_s
    FROM points AS mpls
    JOIN points AS ip USING (study, scenario_set, metric, subject, variant, application, flows)
    WHERE study = 'mpls' AND mpls.forwarding <> 'ip' AND ip.forwarding = 'ip'
    GROUP BY ALL
)
SELECT
    verdict_of(
        sum(equal) FILTER (forwarding = 'mpls-control-driven'),
        sum(cases) FILTER (forwarding = 'mpls-control-driven')
    ) AS verdict,
    'results over MPLS beside those over IP: ' || string_agg(line, '; ' ORDER BY forwarding)
        AS evidence
FROM (
    SELECT
        forwarding,
        count(*) FILTER (largest_difference = 0) AS equal,
        count(*) AS cases,
        forwarding_name(forwarding) || ': ' || count(*) FILTER (largest_difference = 0) || ' of ' || count(*)
            || ' scenarios equal IP in every metric, and no flow''s mean delay differs by more '
            || 'than ' || short(1000 * max(delay_difference_s)) || ' ms' AS line
    FROM pairs
    GROUP BY forwarding
)
