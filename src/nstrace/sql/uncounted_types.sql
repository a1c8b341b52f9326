-- Packets of types that are in no flow: neither of those that carry data, nor of those that serve
-- to carry it (is_control). In the air, packets from port 255 are of routing, whatever their type,
-- and what has no ports is of the MAC layer. What became of those that agents are traced of is
-- known. Where a user chose the types (none of them has a bare header), nothing is left out.
SELECT
    run_id,
    CASE
        WHEN NOT in_the_air THEN 'packets'
        WHEN run_id IN (SELECT run_id FROM traced_layers WHERE layer = 'AGT') THEN 'wireless_packets'
        ELSE 'wireless'
    END AS told_by,
    type,
    count(*) AS found
FROM (
    SELECT run_id, type, uid, bool_or(in_the_air) AS in_the_air
    FROM (
        SELECT run_id, type, uid, false AS in_the_air FROM packets
        UNION ALL
        SELECT run_id, type, uid, true FROM wireless WHERE source_port <> 255
    )
    WHERE
        type <> 'sctp' AND NOT is_control(type)
        AND type NOT IN (SELECT type FROM data_types)
        AND (SELECT max(bare_header_bytes) FROM data_types) > 0
    GROUP BY run_id, type, uid
)
GROUP BY run_id, told_by, type
ORDER BY run_id, told_by, found DESC, type
