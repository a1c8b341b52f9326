-- Lines of nam about packets of wireless nodes as lines of the network's trace, of runs without any other
-- line about packets. They tell no addresses: a packet's are those of the nodes whose agents sent and
-- received it; of one that no agent received, those of the only node that got others like it. What no
-- agent sent is of routing.
CREATE OR REPLACE TEMP TABLE nam_wireless AS
WITH lines AS MATERIALIZED (
    SELECT
        run_id, line, time_ns, CASE event WHEN '+' THEN 's' ELSE event END AS event,
        from_node AS node, layer, type, size_bytes, uid
    FROM nam_packets
    WHERE
        layer IS NOT NULL AND event NOT IN ('-', 'h')
        AND run_id NOT IN (SELECT run_id FROM packets UNION SELECT run_id FROM memory.main.wireless)
),
ends AS (
    SELECT
        run_id, uid, type,
        min(node) FILTER (event = 's') AS source_node,
        min(node) FILTER (event = 'r') AS destination_node
    FROM lines
    WHERE layer = 'AGT'
    GROUP BY run_id, uid, type
),
known AS (
    SELECT
        *,
        min(destination_node) OVER alike AS least_node,
        max(destination_node) OVER alike AS largest_node
    FROM ends
    WINDOW alike AS (PARTITION BY run_id, source_node, type)
)
SELECT
    lines.*,
    'nam' AS form,
    CASE WHEN known.uid IS NULL THEN 255 ELSE 0 END AS source_port,
    0 AS destination_port,
    source_node,
    coalesce(
        destination_node, CASE WHEN least_node = largest_node THEN least_node END
    ) AS destination_node
FROM lines LEFT JOIN known USING (run_id, uid, type)
