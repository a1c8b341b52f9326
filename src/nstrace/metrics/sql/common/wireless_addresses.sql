-- kind: table
-- definition: The numbers that wireless lines write for addresses of several levels, such as 4194305 for 1.0.1, where a trace has lines of the same packet on a wire and in the air.
WITH wired AS (
    SELECT run_id, uid, type, source_port, destination_port, source_address, destination_address
    FROM packets
    WHERE source_address IS NOT NULL AND destination_address IS NOT NULL
    GROUP BY ALL
)
SELECT DISTINCT run_id, unnest([
    { address: wired.source_address, number: wireless.source_node },
    { address: wired.destination_address, number: wireless.destination_node }
], recursive := true)
FROM wired JOIN wireless USING (run_id, uid, type, source_port, destination_port)
WHERE wireless.source_node IS NOT NULL
