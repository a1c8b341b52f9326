-- reason: unprinted parameter
-- parameter: whether labels are set up by the control plane or by data
-- claims: 22-ip-equals-mpls
-- words: With labels from the control plane, which equal the printed tables, MPLS and IP agree in every metric; with labels set up by the first data they do not.
SELECT 'scenarios of MPLS whose metrics all equal those over IP: ' || string_agg(
    forwarding_name(forwarding) || printf(' %d of %d', alike, scenarios), ', ' ORDER BY forwarding
)
FROM (
    SELECT forwarding, count(*) FILTER (apart = 0) AS alike, count(*) AS scenarios
    FROM (
        SELECT mpls.forwarding, mpls.scenario, max(abs(mpls.mean - ip.mean)) AS apart
        FROM points AS mpls
        JOIN points AS ip USING (study, scenario_set, metric, subject, variant, application, flows)
        WHERE mpls.forwarding <> 'ip' AND ip.forwarding = 'ip'
        GROUP BY ALL
    )
    GROUP BY forwarding
)
