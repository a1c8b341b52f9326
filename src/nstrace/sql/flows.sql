-- The flows of data of each run, and what of them is in the trace.
WITH ways AS (
    SELECT
        run_id, flow, source_node, source_port, destination_node, destination_port,
        event, from_node, to_node,
        CASE
            WHEN event = '+' AND from_node = source_node
                OR event = 'r' AND to_node = destination_node THEN size_bytes
        END AS end_bytes,
        event = 'r' AND size_bytes IS NULL AS is_unsized,
        count(*) AS lines
    FROM data_packets
    WHERE source_node IS NOT NULL AND destination_node IS NOT NULL
    GROUP BY ALL
),
ends AS (
    SELECT DISTINCT run_id, event = 'r' AS arriving, from_node, to_node
    FROM end_lines
    WHERE event IN ('+', '-', 'r')
),
in_the_air AS (
    SELECT DISTINCT run_id, source_node, source_port, destination_node, destination_port
    FROM wireless
    WHERE layer = 'AGT'
),
-- Of a packet that goes from the air to wires, its sending does not say that its end is traced.
mixed AS (SELECT DISTINCT run_id FROM packets SEMI JOIN in_the_air USING (run_id)),
-- Agents in the air, which tell what they get: of these, a packet that came on wires may reach none.
agents_in_the_air AS (
    SELECT DISTINCT run_id, CASE event WHEN 's' THEN source_node ELSE destination_node END AS node
    FROM wireless
    WHERE layer = 'AGT' AND event IN ('s', 'r')
    UNION
    SELECT DISTINCT run_id, destination_node
    FROM joined_packets SEMI JOIN in_the_air USING (run_id)
    WHERE goes_into_the_air
),
-- Addresses of groups: ns gives those on wires a bit of their own (AddrParams McastShift); in the
-- air they are 0xE000000 and above by custom, as are nodes' with large numbers in three levels.
groups AS (
    SELECT run_id, destination_node AS node
    FROM ways
    WHERE destination_node >= 1 << 30
    UNION
    SELECT run_id, destination_node
    FROM wireless
    WHERE layer = 'AGT' AND event = 'r' AND destination_node >= 234881024
    GROUP BY ALL
    HAVING count(DISTINCT node) > 1
),
into_nodes AS (
    -- Where arrivals are traced at all, a link that none arrived by is traced all the same.
    SELECT DISTINCT run_id, to_node AS node
    FROM ends
    WHERE arriving
        OR run_id IN (
            SELECT run_id FROM ends WHERE arriving UNION SELECT run_id FROM in_the_air
            EXCEPT FROM mixed
        )
    UNION
    FROM agents_in_the_air
),
out_of_nodes AS (SELECT DISTINCT run_id, from_node AS node FROM ends WHERE NOT arriving),
passed AS (
    -- Nodes on a flow's way where it comes in and nothing at all goes out.
    SELECT
        * EXCLUDE (event, from_node, to_node, end_bytes, is_unsized, lines),
        list(DISTINCT to_node ORDER BY to_node) AS gaps
    FROM ways ANTI JOIN out_of_nodes
        ON ways.run_id = out_of_nodes.run_id AND ways.to_node = out_of_nodes.node
    WHERE event = 'r' AND to_node <> destination_node
    GROUP BY ALL
)
SELECT
    run_id,
    coalesce(
        subject,
        format(
            'flow{} {}.{}-{}.{}', flow, source_node, source_port, destination_node, destination_port
        )
    ) AS subject,
    source_node,
    destination_node,
    subject IS NOT NULL AS sent,
    -- Of a group's packets nothing says who should get them.
    into_nodes.node IS NOT NULL AND groups.node IS NULL AS arriving,
    groups.node IS NOT NULL AS to_group,
    coalesce(gaps, []) AS gaps,
    list_max(sent_sizes) AS sent_bytes,
    list_max(arrived_sizes) AS arrived_bytes,
    NOT list_has_all(sent_sizes, arrived_sizes) AS resized,
    delivered,
    unsized,
    in_the_air.run_id IS NOT NULL AS in_air,
    in_the_air.run_id IS NOT NULL
        AND flows.run_id NOT IN (SELECT run_id FROM traced_layers WHERE layer = 'RTR') AS lost_unseen
FROM (
    SELECT
        * EXCLUDE (event, from_node, to_node, end_bytes, is_unsized, lines),
        list(DISTINCT end_bytes) FILTER (event = '+' AND end_bytes IS NOT NULL) AS sent_sizes,
        list(DISTINCT end_bytes) FILTER (event = 'r' AND end_bytes IS NOT NULL) AS arrived_sizes,
        CAST(sum(lines) FILTER (event = 'r' AND to_node = destination_node) AS BIGINT) AS delivered,
        CAST(coalesce(sum(lines) FILTER (is_unsized AND to_node = destination_node), 0) AS BIGINT)
            AS unsized
    FROM ways
    GROUP BY ALL
) AS flows
LEFT JOIN connections
    USING (run_id, flow, source_node, source_port, destination_node, destination_port)
LEFT JOIN passed
    USING (run_id, flow, source_node, source_port, destination_node, destination_port)
LEFT JOIN in_the_air
    USING (run_id, source_node, source_port, destination_node, destination_port)
LEFT JOIN groups
    ON flows.run_id = groups.run_id AND destination_node = groups.node
LEFT JOIN into_nodes
    ON flows.run_id = into_nodes.run_id AND destination_node = into_nodes.node
ORDER BY ALL
