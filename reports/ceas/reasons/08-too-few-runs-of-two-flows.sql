-- reason: chance
-- claims: 48-two-flows-share-equally
-- words: The means of both flows are alike. In single runs they are apart by more than the 10 % that count as nearly equal, now the one ahead, now the other: the interval of so few runs reaches beyond.
SELECT 'first flow less second flow, packets of 1500 bytes, by seed: ' || string_agg(
    variant_name(variant) || ' ' || listed, '; ' ORDER BY variant
)
FROM (
    SELECT variant, string_agg(printf('%+.1f', apart / 1e6), ', ' ORDER BY seed) || ' Mb/s' AS listed
    FROM (
        SELECT
            variant, seed,
            max(value) FILTER (metrics.subject = 'flow1')
            - max(value) FILTER (metrics.subject = 'flow2') AS apart
        FROM metrics JOIN scenarios USING (study, scenario)
        WHERE scenario_set = 'two-flows' AND packet_bytes = 1500 AND metric = 'tcp_throughput'
        GROUP BY variant, seed
    )
    GROUP BY variant
)
