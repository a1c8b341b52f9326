-- kind: table
-- definition: Two parts of the time of a flow that starts before the pheromones of its colony, that of its source, first settle after the start (settlings, rule node-3): settling, from the flow's start until they do, and settled, from then until the next event or the end. Other flows have none.
-- needs: ceas_forks, run_events, settlings, tcp_flows
WITH events AS (
    SELECT
        run_id, event, time_ns AS event_ns,
        lead(time_ns // 1000) OVER (PARTITION BY run_id ORDER BY time_ns) AS next_us
    FROM run_events
    WHERE event <> 'tcp'
),
settled AS (
    SELECT
        run_id, source_node, next_us,
        CAST(event_ns + round(1e9 * time_s) AS BIGINT) // 1000 AS settled_us
    FROM settlings
    JOIN events USING (run_id, event)
    JOIN ceas_forks USING (subject)
    WHERE event = 'start' AND rule = 'node-3' AND moment = 'first' AND time_s IS NOT NULL
)
SELECT
    run_id,
    subject,
    source_node,
    unnest(['settling', 'settled']) AS part,
    unnest([start_us, settled_us]) AS start_us,
    unnest([settled_us, next_us]) AS end_us
FROM tcp_flows JOIN settled USING (run_id, source_node)
WHERE start_us < settled_us
