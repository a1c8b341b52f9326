-- kind: table
-- definition: Lines about drops that are no losses: a LAN hands each packet to all of its stations, and those that it is not for drop it. Such a station neither made the packet nor got or passed it on, and another one had put it on the same LAN.
-- There are few, if any: what takes them is asked of all other lines last.
WITH on_a_lan AS MATERIALIZED (
    SELECT DISTINCT dropped.run_id, dropped.line, dropped.uid, dropped.from_node
    FROM packets AS dropped
    JOIN packets AS sent
        ON dropped.run_id = sent.run_id
        AND dropped.uid = sent.uid
        AND dropped.to_node = sent.to_node
        AND dropped.from_node <> sent.from_node
    WHERE
        dropped.event = 'd'
        AND dropped.from_node IS DISTINCT FROM dropped.source_node
        AND sent.event = '-'
)
SELECT run_id, line
FROM on_a_lan
ANTI JOIN (
    SELECT
        run_id, uid, CASE WHEN packets.event = 'r' THEN packets.to_node ELSE packets.from_node END
            AS from_node
    FROM packets SEMI JOIN on_a_lan USING (run_id, uid)
    WHERE packets.event IN ('r', '+', '-', 'h')
) AS took_part USING (run_id, uid, from_node)
