-- kind: table
-- definition: Lines about drops that are no losses: a LAN hands each packet to all of its stations, and those that it is not for drop it. Such a station neither made the packet nor got or passed it on, and another one had put it on the same LAN.
WITH elsewhere AS (
    SELECT run_id, line, uid, from_node, to_node
    FROM packets
    WHERE event = 'd' AND from_node IS DISTINCT FROM source_node
),
-- What is dropped by a queue has come to it, as most drops have: few are left to look into.
not_queued AS (
    SELECT *
    FROM elsewhere
    ANTI JOIN (SELECT run_id, uid, from_node, to_node FROM packets WHERE event = '+')
        USING (run_id, uid, from_node, to_node)
)
SELECT not_queued.run_id, not_queued.line
FROM not_queued JOIN packets USING (run_id, uid)
GROUP BY not_queued.run_id, not_queued.line
HAVING
    NOT bool_or(
        packets.event = 'r' AND packets.to_node = not_queued.from_node
        OR packets.event IN ('+', '-', 'h') AND packets.from_node = not_queued.from_node
    )
    AND bool_or(
        packets.event = '-'
        AND packets.from_node <> not_queued.from_node
        AND packets.to_node = not_queued.to_node
    )
