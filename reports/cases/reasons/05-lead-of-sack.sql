-- reason: unknown after these attempts
-- claims: 05-sack-above-reno-on-ceas; 15-failures-sack-above-reno-on-ceas; 53-sack-better-in-all-cases
-- words: SACK is ahead where links flap and packets are lost in groups. Where data merely arrives out of order SACK sends more again than Reno does, and is not ahead. Tried: all levels of load, and two other networks of twelve nodes.
SELECT 'SACK''s goodput over Reno''s, over CEAS: ' || string_agg(
    event || ', ' || place || ': ' || listed, '; ' ORDER BY event, place
)
FROM (
    SELECT
        event, place,
        string_agg(
            printf('%+.0f %% with %d', 100 * (sack / reno - 1), background_kbps), ', '
            ORDER BY background_kbps
        ) || ' kb/s' AS listed
    FROM (
        SELECT
            event, drawn_network(network) AS place, background_kbps,
            max(mean) FILTER (variant = 'sack') AS sack,
            max(mean) FILTER (variant = 'reno') AS reno
        FROM points
        WHERE scenario_set IN ('twelve', 'networks') AND NOT coalesce(previous_hop_memory, false)
            AND metric = 'tcp_goodput' AND subject = 'flow1 whole'
        GROUP BY ALL
    )
    WHERE greatest(sack, reno) >= 40e3
    GROUP BY event, place
)
