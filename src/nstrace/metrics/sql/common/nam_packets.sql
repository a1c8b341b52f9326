-- kind: view
-- definition: Lines of nam about packets that tell no addresses: those of wireless nodes, with the layer that the line is about, and those of links in traces of old versions of ns, without one. A packet that is queued (+) leaves at once (-, h) in the air.
SELECT
    run_id,
    line,
    time_ns,
    event,
    from_node,
    to_node,
    nullif(regexp_extract(attributes, ' -k (\S+)', 1), '') AS layer,
    nullif(regexp_extract(attributes, ' -p (\S+)', 1), '') AS type,
    TRY_CAST(regexp_extract(attributes, ' -e (-?\d+)', 1) AS INTEGER) AS size_bytes,
    TRY_CAST(regexp_extract(attributes, ' -i (-?\d+)', 1) AS BIGINT) AS uid
FROM nam
WHERE event IN ('+', '-', 'h', 'r', 'd', 'f') AND contains(attributes, ' -s ')
