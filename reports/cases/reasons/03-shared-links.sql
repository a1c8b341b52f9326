-- reason: unprinted parameter
-- parameter: which pairs of nodes send the background
-- claims: 03-more-load-delays-connecting; 12-systems-alike-at-low-load; 14-negligible-beyond-3000
-- words: From which load on something happens depends on how many of the five pairs share a link with TCP, and which. Here two of them share the shortest path, which is full with 2500 kb/s: with less nothing delays a connection, but LSRP and DVR lose goodput already at 1000 kb/s. Ants still find a way at 3500 kb/s; next to nothing is left from 4000 kb/s on. On two other networks, with other pairs, it is CEAS that loses more at 1000 kb/s.
SELECT concat_ws(
    '; ',
    (
        SELECT 'goodput of SACK with 1000 kb/s: ' || string_agg(
            place || printf(
                ' CEAS %.0f, LSRP %.0f, DVR %.0f kb/s', ants / 1e3, link_state / 1e3, vector / 1e3
            ), ', ' ORDER BY place
        )
        FROM (
            SELECT
                drawn_network(network) AS place,
                max(mean) FILTER (routing IS NULL) AS ants,
                max(mean) FILTER (routing = 'link-state') AS link_state,
                max(mean) FILTER (routing = 'distance-vector') AS vector
            FROM points
            WHERE scenario_set IN ('twelve', 'twelve-baseline', 'networks', 'networks-baseline')
                AND event = 'steady' AND variant = 'sack' AND background_kbps = 1000
                AND NOT coalesce(previous_hop_memory, false)
                AND metric = 'tcp_goodput' AND subject = 'flow1 whole'
            GROUP BY place
        )
        WHERE ants IS NOT NULL AND link_state IS NOT NULL
    ),
    (
        SELECT 'of SACK over CEAS: ' || string_agg(
            printf('%.0f kb/s with %d', mean / 1e3, background_kbps), ', ' ORDER BY background_kbps
        )
        FROM points
        WHERE scenario_set = 'twelve' AND event = 'steady' AND variant = 'sack'
            AND background_kbps >= 3000 AND NOT previous_hop_memory
            AND metric = 'tcp_goodput' AND subject = 'flow1 whole'
    )
)
