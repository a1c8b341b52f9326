-- reason: unknown after these attempts
-- claims: 07-sack-keeps-its-goodput-up-to-1000
-- words: SACK keeps nine tenths of its goodput with 500 kb/s. With 1000 kb/s its 800 kb/s, with headers, no longer fit beside two pairs of 200 kb/s on a link of 1 Mb/s, and the ways around are longer. Tried: two other networks with other pairs, where less is left.
SELECT 'goodput of SACK over CEAS: ' || string_agg(
    place || ' ' || listed, '; ' ORDER BY place
)
FROM (
    SELECT
        drawn_network(network) AS place,
        string_agg(
            printf('%.0f kb/s with %d', mean / 1e3, background_kbps), ', ' ORDER BY background_kbps
        ) AS listed
    FROM points
    WHERE scenario_set IN ('twelve', 'networks') AND event = 'steady' AND variant = 'sack'
        AND NOT coalesce(previous_hop_memory, false) AND background_kbps <= 1000
        AND metric = 'tcp_goodput' AND subject = 'flow1 whole'
    GROUP BY place
)
