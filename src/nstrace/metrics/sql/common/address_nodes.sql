-- kind: table
-- definition: The nodes that have addresses of several levels, such as 1.0.1, as lines on wires tell them: packets from an address start at its node, where none of them comes in, and packets for it end there, where none of them goes on. Left out is what that does not make likely: all addresses if no packet is seen to come into a node and to go on, as where one link is traced; an address for which several nodes are possible; and several addresses of one node. Where there are wireless lines, wireless_addresses says what can be known.
WITH seen AS (
    SELECT run_id, source_address, destination_address, event, from_node, to_node
    FROM packets
    ANTI JOIN (SELECT DISTINCT run_id FROM wireless) AS in_the_air USING (run_id)
    WHERE source_address IS NOT NULL OR destination_address IS NOT NULL
    GROUP BY ALL
),
of_several_links AS (
    SELECT DISTINCT run_id
    FROM seen AS arrived
    JOIN seen AS sent USING (run_id, source_address, destination_address)
    WHERE arrived.event = 'r' AND sent.event = '+' AND arrived.to_node = sent.from_node
),
possible AS (
    (
        SELECT 'start' AS part, run_id, source_address AS address, from_node AS node
        FROM seen
        WHERE event = '+'
        EXCEPT
        SELECT 'start', run_id, source_address, to_node FROM seen WHERE event = 'r'
    )
    UNION ALL
    (
        SELECT 'end', run_id, destination_address, to_node FROM seen WHERE event = 'r'
        EXCEPT
        SELECT 'end', run_id, destination_address, from_node FROM seen
    )
),
told AS (
    SELECT run_id, address, any_value(node) AS node
    FROM possible SEMI JOIN of_several_links USING (run_id)
    WHERE address IS NOT NULL
    GROUP BY part, run_id, address
    HAVING count(*) = 1
)
SELECT run_id, address, any_value(node) AS node
FROM told
GROUP BY run_id, address
HAVING count(DISTINCT node) = 1
QUALIFY count(*) OVER (PARTITION BY run_id, any_value(node)) = 1
