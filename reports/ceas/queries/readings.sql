-- Printed rates of two connections beside what they could mean of ours.
WITH printed AS (
    SELECT scenario, sum(published) AS printed
    FROM comparison
    WHERE study = $study AND item IN ('Table 4.3', 'Table 4.4') AND metric = 'tcp_goodput'
    GROUP BY scenario
), ours AS (
    SELECT
        scenario, scenario_set, routing, packet_bytes, variant,
        sum(mean / 1e6)
            FILTER (metric = 'tcp_goodput' AND subject IN ('flow1 whole', 'flow2 whole'))
            AS payload,
        sum(mean) FILTER (metric = 'tcp_throughput') / 1e6 AS bits
    FROM points
    WHERE study = $study AND scenario_set IN ('two-flows', 'two-flows-baseline')
        AND metric IN ('tcp_goodput', 'tcp_throughput')
    GROUP BY ALL
)
SELECT
    CASE routing WHEN 'link-state' THEN 'LSRP' WHEN 'distance-vector' THEN 'DVR' ELSE 'CEAS' END
        AS routing,
    packet_bytes, variant, printed, payload, bits,
    CASE WHEN routing IS NOT NULL THEN 100.0 * packet_bytes / (packet_bytes + 40) ELSE
        150.0 END AS most
FROM ours JOIN printed USING (scenario)
ORDER BY ours.routing IS NULL, ours.routing, packet_bytes, variant
