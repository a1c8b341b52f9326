-- Throughput and paths during congestion by the packets of the background, beside a baseline.
WITH found AS (
    SELECT
        choice, packet_bytes, variant, routing, n,
        max(mean) FILTER (metric = 'tcp_goodput' AND subject = 'flow1 congestion') / 1e6 AS rate,
        max(mean) FILTER (metric = 'ceas_long_path_share' AND subject = '0-8 congestion') AS share
    FROM points
    WHERE study = $study AND scenario_set IN ('choices-load', 'choices-load-baseline')
        AND metric IN ('tcp_goodput', 'ceas_long_path_share')
    GROUP BY ALL
)
SELECT
    ants.choice, ants.packet_bytes, ants.variant, ants.rate, ants.share, base.rate AS base_rate,
    ants.rate / base.rate AS ratio, ants.rate * (100 - ants.share) / 100 AS on_path, ants.n
FROM found AS ants LEFT JOIN found AS base
    ON base.routing IS NOT NULL AND base.packet_bytes = ants.packet_bytes
    AND base.variant = ants.variant AND base.choice = ants.choice
WHERE ants.routing IS NULL
ORDER BY ants.packet_bytes, ants.choice <> 'as-chosen', ants.choice, ants.variant
