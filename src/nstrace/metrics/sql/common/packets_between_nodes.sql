-- kind: view
-- definition: Lines about packets on wires, with the nodes of addresses of several levels where address_nodes knows those of both ends.
-- needs: address_nodes
-- Two parts, since hardly any trace has such addresses: then the second one is told by a column's
-- statistics to have no rows, where a join would take every line in hand.
SELECT * FROM packets WHERE source_address IS NULL AND destination_address IS NULL
UNION ALL
SELECT
    packets.* REPLACE (
        CASE WHEN coalesce(destination_node, destinations.node) IS NOT NULL
            THEN coalesce(source_node, sources.node) ELSE source_node
        END AS source_node,
        CASE WHEN coalesce(source_node, sources.node) IS NOT NULL
            THEN coalesce(destination_node, destinations.node) ELSE destination_node
        END AS destination_node
    )
FROM packets
LEFT JOIN address_nodes AS sources
    ON packets.run_id = sources.run_id AND source_address = sources.address
LEFT JOIN address_nodes AS destinations
    ON packets.run_id = destinations.run_id AND destination_address = destinations.address
WHERE source_address IS NOT NULL OR destination_address IS NOT NULL
