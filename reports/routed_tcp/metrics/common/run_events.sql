-- kind: table
-- definition: What the scenario of a run makes happen, and when: start (end of the ants' initialization phase), tcp (the flows start), failure and restoration of a link (the first that fails once), transient (a link begins to fail again and again), congestion (background traffic starts), end. What begins before TCP is no event: it belongs to all of its run.
-- needs: run_parameters
WITH known AS (
    SELECT
        run_id,
        seed,
        unnest(
            ['start', 'tcp', 'transient', 'failure', 'restoration', 'congestion', 'end']
        ) AS event,
        unnest(CAST([
            json_extract_string(parameters, '$.ceas.initial_phase_s'),
            json_extract_string(parameters, '$.flows[0].start_s'),
            json_extract_string(parameters, '$.unsteady[0].first_s'),
            json_extract_string(parameters, '$.outages[0].down_s'),
            json_extract_string(parameters, '$.outages[0].up_s'),
            json_extract_string(parameters, '$.background[0].start_s'),
            json_extract_string(parameters, '$.end_s')
        ] AS DOUBLE[])) AS time_s,
        CAST(json_extract_string(parameters, '$.flows[0].start_s') AS DOUBLE) AS tcp_s
    FROM run_parameters
)
SELECT run_id, seed, event, CAST(round(1e9 * time_s) AS BIGINT) AS time_ns
FROM known
WHERE time_s IS NOT NULL
    AND (event IN ('start', 'tcp', 'end') OR time_s > coalesce(tcp_s, 0))
