-- kind: table
-- definition: Data packets that the trace says were lost, each with its link and the cause. The cause is link down if the link was down then; else what the packet's lines about that link say: it had not left the queue (queue: overflow, RED), it had left it but not arrived (on the line: an error model behind the queue, or its time to live was over), or it was not in it (error model in front of the queue). Stations of a LAN that drop what is not for them lose nothing.
-- needs: data_packets, connections, overheard
WITH lost AS MATERIALIZED (
    SELECT *
    FROM data_packets ANTI JOIN overheard USING (run_id, line)
    WHERE event IN ('d', 'e')
),
states AS (
    -- ns writes a link's line for each model that moves it; of those at one time the last holds.
    -- It rounds the time of a packet's line to microseconds, and not that of a link's: up to half
    -- a microsecond after the packets that were lost by it, it still counts as the same time.
    SELECT
        run_id,
        from_node,
        to_node,
        least(time_ns, (time_ns + 499) // 1000 * 1000) AS time_ns,
        arg_max(state, line) AS state
    FROM links
    GROUP BY ALL
),
passages AS (
    SELECT
        run_id,
        uid,
        from_node,
        to_node,
        count(*) FILTER (packets.event = '+') AS entered,
        count(*) FILTER (packets.event = '-') AS departed,
        count(*) FILTER (packets.event = 'r') AS received
    FROM (SELECT DISTINCT run_id, uid, from_node, to_node FROM lost)
    JOIN packets USING (run_id, uid, from_node, to_node)
    GROUP BY ALL
)
SELECT
    lost.run_id,
    connection,
    lost.uid,
    lost.from_node,
    lost.to_node,
    lost.time_ns,
    -- A packet that loops passes a link several times; what was completed cancels out.
    entered > received AS entered_queue,
    CASE
        WHEN states.state = 'down' THEN 'link down'
        WHEN entered > departed THEN 'queue'
        WHEN departed > received THEN 'on the line'
        ELSE 'error model'
    END AS cause
FROM lost
JOIN passages USING (run_id, uid, from_node, to_node)
LEFT JOIN connections USING (
    run_id, flow, source_node, source_port, destination_node, destination_port
)
ASOF LEFT JOIN states
    ON lost.run_id = states.run_id
    AND lost.from_node = states.from_node
    AND lost.to_node = states.to_node
    AND lost.time_ns >= states.time_ns
