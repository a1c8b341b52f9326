-- kind: table
-- definition: What the scenario of a run makes happen, and when: start (end of the ants' initialization phase), tcp (the flows start), failure and restoration of a link, congestion (background traffic starts), end.
-- needs: run_parameters
SELECT run_id, seed, event, CAST(round(1e9 * time_s) AS BIGINT) AS time_ns
FROM (
    SELECT
        run_id,
        seed,
        unnest(['start', 'tcp', 'failure', 'restoration', 'congestion', 'end']) AS event,
        unnest(CAST([
            json_extract_string(parameters, '$.ceas.initial_phase_s'),
            json_extract_string(parameters, '$.flows[0].start_s'),
            json_extract_string(parameters, '$.outages[0].down_s'),
            json_extract_string(parameters, '$.outages[0].up_s'),
            json_extract_string(parameters, '$.background.start_s'),
            json_extract_string(parameters, '$.end_s')
        ] AS DOUBLE[])) AS time_s
    FROM run_parameters
)
WHERE time_s IS NOT NULL
