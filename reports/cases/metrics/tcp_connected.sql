-- title: TCP flows that connect
-- table: metrics
-- unit: 1
-- range: 0 or 1
-- definition: 1 if any data of a TCP flow arrives before the run ends, else 0; only of runs that write down first arrivals.
-- source: ours
-- needs: first_arrivals, run_parameters, tcp_flows
SELECT run_id, subject, CAST(time_ns IS NOT NULL AS DOUBLE) AS value
FROM tcp_flows
JOIN run_parameters USING (run_id)
LEFT JOIN first_arrivals USING (run_id, flow)
WHERE json_extract_string(parameters, '$.tracing.first_arrivals') = 'true'
