-- How many lines of packets are in no flow, since their addresses are of several levels.
SELECT run_id, count(*)
FROM end_lines
ANTI JOIN (
    SELECT run_id, line FROM wireless WHERE source_node IS NULL OR destination_node IS NULL
) USING (run_id, line)
WHERE source_node IS NULL OR destination_node IS NULL
GROUP BY run_id ORDER BY run_id
