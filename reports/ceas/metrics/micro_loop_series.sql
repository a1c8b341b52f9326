-- title: Micro-loops after a failure
-- table: micro_loop_series
-- unit: returns
-- definition: How often data packets of a colony were sent back in each sampling interval since a failure, while the link is down; intervals without any are left out.
-- source: S. Tamrakar's thesis (2009), Figure 4.9
-- needs: ceas_data, run_events
SELECT
    run_id,
    source_node || '-' || destination_node AS subject,
    (data.time_ns - down_ns) / 1e9 AS after_s,
    CAST(sum(grown) AS BIGINT) AS micro_loops
FROM (
    SELECT
        run_id, source_node, destination_node, time_ns,
        sent_back - lag(sent_back, 1, 0) OVER (
            PARTITION BY run_id, source_node, destination_node, node ORDER BY time_ns
        ) AS grown
    FROM ceas_data
    WHERE source_node IS NOT NULL
) AS data
JOIN (
    SELECT
        run_id,
        max(time_ns) FILTER (event = 'failure') AS down_ns,
        max(time_ns) FILTER (event = 'restoration') AS up_ns
    FROM run_events
    GROUP BY run_id
) AS failures USING (run_id)
WHERE data.time_ns > down_ns AND data.time_ns <= up_ns AND grown > 0
GROUP BY run_id, source_node, destination_node, after_s
