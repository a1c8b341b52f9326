-- reason: unprinted parameter
-- parameter: which pairs of nodes send the background
-- claims: 17-failures-ceas-below-baselines
-- words: As said as long as the load leaves room on the paths of LSRP and DVR. Where it fills them these have less left than CEAS, as section 5.2.1 says of the network without failures. From which load on it does depends on the pairs: on two other networks CEAS has less with 1000 kb/s, too.
SELECT 'goodput over CEAS as a part of that over LSRP and over DVR: ' || string_agg(
    place || ', ' || variant || ': ' || listed, '; ' ORDER BY place, variant
)
FROM (
    SELECT
        place, variant,
        string_agg(
            printf(
                '%.0f and %.0f %% with %d', 100 * ants / link_state, 100 * ants / vector,
                background_kbps
            ), ', ' ORDER BY background_kbps
        ) || ' kb/s' AS listed
    FROM (
        SELECT
            drawn_network(network) AS place, variant, background_kbps,
            max(mean) FILTER (routing IS NULL) AS ants,
            max(mean) FILTER (routing = 'link-state') AS link_state,
            max(mean) FILTER (routing = 'distance-vector') AS vector
        FROM points
        WHERE scenario_set IN ('twelve', 'twelve-baseline', 'networks', 'networks-baseline')
            AND event = 'failures' AND NOT coalesce(previous_hop_memory, false)
            AND background_kbps <= 2000 AND metric = 'tcp_goodput' AND subject = 'flow1 whole'
        GROUP BY ALL
    )
    WHERE ants IS NOT NULL AND link_state IS NOT NULL
    GROUP BY place, variant
)
