-- What routers do with labels, by how these are set up; one flow of FTP over Reno.
WITH counted AS (
    SELECT subject AS node, destination_node, state, operation,
           CAST(sum(packets) FILTER (forwarding = 'mpls-control-driven') AS BIGINT) AS control,
           CAST(sum(packets) FILTER (forwarding = 'mpls-data-driven') AS BIGINT) AS data
    FROM label_operations JOIN scenarios USING (study, scenario)
    WHERE study = $study AND scenario_set = 'variants' AND variant = 'reno' AND application = 'ftp'
      AND flows = 1 AND destination_node IN (0, 11)
    GROUP BY ALL
)
SELECT node, destination_node, state, operation,
       coalesce(control, 0) AS control_driven, coalesce(data, 0) AS data_driven
FROM counted
ORDER BY destination_node DESC, length(node), node, state, operation
