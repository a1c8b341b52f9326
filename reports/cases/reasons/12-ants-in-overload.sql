-- reason: unprinted parameter
-- parameter: which pairs of nodes send the background
-- claims: 26-transient-link-state-worst
-- words: LSRP has the least of the three with up to 3500 kb/s. With more load it is CEAS: ants, which show it the way, get lost in full queues. From which load on queues are full depends on the pairs.
SELECT 'goodput of SACK with links that flap: ' || string_agg(
    printf(
        '%d kb/s of load: CEAS %.0f, LSRP %.0f, DVR %.0f kb/s', background_kbps, ants / 1e3,
        link_state / 1e3, vector / 1e3
    ), '; ' ORDER BY background_kbps
)
FROM (
    SELECT
        background_kbps,
        max(mean) FILTER (routing IS NULL) AS ants,
        max(mean) FILTER (routing = 'link-state') AS link_state,
        max(mean) FILTER (routing = 'distance-vector') AS vector
    FROM points
    WHERE scenario_set IN ('twelve', 'twelve-baseline') AND event = 'transient'
        AND variant = 'sack' AND NOT coalesce(previous_hop_memory, false)
        AND background_kbps >= 3000 AND metric = 'tcp_goodput' AND subject = 'flow1 whole'
    GROUP BY background_kbps
)
WHERE ants IS NOT NULL AND link_state IS NOT NULL
