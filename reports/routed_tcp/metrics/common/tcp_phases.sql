-- kind: table
-- definition: Parts of a run with TCP: whole (from its start to the end); where there are such events, before (from its start to a failure or congestion), failure (until the restoration), transient, restoration and congestion (until the next event).
-- needs: run_events
WITH bounds AS (
    SELECT
        *,
        lead(time_ns) OVER events AS next_ns,
        count(*) OVER (PARTITION BY run_id) AS events_of_run,
        bool_or(event = 'tcp') OVER (PARTITION BY run_id) AS has_tcp
    FROM run_events
    WHERE event <> 'start'
    WINDOW events AS (PARTITION BY run_id ORDER BY time_ns)
)
SELECT
    run_id,
    'whole' AS phase,
    min(time_ns) FILTER (event = 'tcp') // 1000 AS start_us,
    max(time_ns) // 1000 AS end_us
FROM bounds
WHERE has_tcp
GROUP BY run_id
UNION ALL
SELECT
    run_id, CASE event WHEN 'tcp' THEN 'before' ELSE event END, time_ns // 1000, next_ns // 1000
FROM bounds
WHERE has_tcp AND events_of_run > 2 AND event <> 'end'
