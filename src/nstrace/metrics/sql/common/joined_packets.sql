-- kind: table
-- definition: Lines on wires about packets between addresses of several levels, in the terms of wireless lines: where a packet starts (+), where it has arrived (r) or goes on in the air, with numbers for addresses, and where it was dropped. Flow ids are kept where the wireless lines have some, which those of the old format don't.
-- needs: wireless_addresses
WITH numbered AS (
    SELECT
        packets.*,
        sources.number AS source_number,
        destinations.number AS destination_number,
        min(line) OVER (PARTITION BY packets.run_id, uid, type) = line AS is_first
    FROM packets
    JOIN wireless_addresses AS sources
        ON packets.run_id = sources.run_id AND packets.source_address = sources.address
    JOIN wireless_addresses AS destinations
        ON packets.run_id = destinations.run_id
        AND packets.destination_address = destinations.address
),
in_the_air AS (
    SELECT DISTINCT
        run_id, CASE WHEN event = 's' THEN source_node ELSE destination_node END AS number
    FROM wireless
    WHERE layer = 'AGT' AND event IN ('s', 'r')
),
-- Nodes at which lines in the air tell of an address: its packets pass there, as at a base station.
passed_in_the_air AS (
    SELECT run_id, source_node AS number, node FROM wireless
    UNION
    SELECT run_id, destination_node, node FROM wireless
),
with_flows AS (SELECT DISTINCT run_id FROM wireless WHERE flow IS NOT NULL),
ends AS (
    -- Packets for an address come to its node, and none of them leaves it, on a wire or in the air.
    SELECT DISTINCT run_id, destination_number, to_node
    FROM numbered
    ANTI JOIN in_the_air
        ON numbered.run_id = in_the_air.run_id
        AND numbered.destination_number = in_the_air.number
    WHERE event = 'r'
    EXCEPT
    SELECT DISTINCT run_id, destination_number, from_node
    FROM numbered
    WHERE event = '+'
    EXCEPT
    SELECT run_id, number, node FROM passed_in_the_air
)
SELECT
    numbered.run_id,
    line,
    event,
    time_ns,
    CASE WHEN event = '+' THEN source_number ELSE from_node END AS from_node,
    CASE WHEN event = 'r' THEN numbered.destination_number ELSE numbered.to_node END AS to_node,
    type,
    size_bytes,
    CASE WHEN with_flows.run_id IS NULL THEN 0 ELSE numbered.flow END AS flow,
    source_number AS source_node,
    source_port,
    numbered.destination_number AS destination_node,
    destination_port,
    sequence,
    uid,
    event = '+' AND is_first AND starts.number IS NULL AND source_passes.number IS NULL AS is_start,
    event = 'r' AND ends.to_node IS NOT NULL AS is_end,
    event = 'r' AND is_end IS false AND destination_passes.number IS NOT NULL AS goes_into_the_air
FROM numbered
LEFT JOIN with_flows ON numbered.run_id = with_flows.run_id
LEFT JOIN in_the_air AS starts
    ON numbered.run_id = starts.run_id AND source_number = starts.number
LEFT JOIN passed_in_the_air AS source_passes
    ON numbered.run_id = source_passes.run_id
    AND source_number = source_passes.number
    AND numbered.from_node = source_passes.node
LEFT JOIN passed_in_the_air AS destination_passes
    ON numbered.run_id = destination_passes.run_id
    AND numbered.destination_number = destination_passes.number
    AND numbered.to_node = destination_passes.node
LEFT JOIN ends
    ON numbered.run_id = ends.run_id
    AND numbered.destination_number = ends.destination_number
    AND numbered.to_node = ends.to_node
