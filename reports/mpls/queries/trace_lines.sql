-- The first lines of a trace, of one flow.
SELECT line, event, time_s, from_node, to_node, type, size_bytes, flow, source, destination, sequence, uid
FROM trace_lines JOIN scenarios USING (study, scenario)
WHERE study = $study AND scenario = 'variants/reno/ftp/1/mpls-control-driven'
ORDER BY line
