-- reason: unprinted parameter
-- parameter: the load that is meant
-- claims: 21-failures-loss-by-micro-loops; 47-micro-loops-in-all-networks
-- words: So in every scenario in which data is under way while links are down. With the highest load of twelve nodes next to none is.
SELECT 'goodput while links are down, and packets sent back a run: ' || string_agg(
    printf('%s, %d kb/s of load: %.2f kb/s, %.1f', variant, background_kbps, goodput / 1e3, back),
    '; ' ORDER BY background_kbps, variant
)
FROM (
    SELECT
        variant, background_kbps,
        max(mean) FILTER (metric = 'tcp_goodput' AND subject = 'flow1 failure') AS goodput,
        max(mean) FILTER (metric = 'ceas_micro_loops' AND subject = '0-10 failure') AS back
    FROM points
    WHERE scenario_set = 'twelve' AND event = 'failures' AND NOT previous_hop_memory
        AND background_kbps >= 4000
    GROUP BY variant, background_kbps
)
