-- title: First lines of the trace
-- subject: delivery and loss
-- table: trace_lines
-- unit: 1
-- definition: The first 24 lines of the packet trace, with the columns that section 3.2.3 of the thesis describes, but for the flags, which no packet here has.
-- source: M. Kazmi's thesis (study mpls), Figures 3.2 and 3.3
SELECT
    run_id, 'packets' AS subject, line, time_ns / 1e9 AS time_s, event, from_node, to_node, type, size_bytes, flow,
    source_node || '.' || source_port AS source,
    destination_node || '.' || destination_port AS destination,
    sequence, uid
FROM packets
QUALIFY row_number() OVER (PARTITION BY run_id ORDER BY line) <= 24
