-- kind: view
-- definition: Where nodes were and when: new and tagged wireless lines, movements (where one starts), and nam's nodes with coordinates.
SELECT run_id, line, node, x, y FROM wireless WHERE x IS NOT NULL AND y IS NOT NULL AND node >= 0
UNION ALL
SELECT run_id, line, node, x, y FROM movements
UNION ALL
SELECT run_id, line, node, x, y
FROM (
    SELECT
        run_id,
        line,
        TRY_CAST(regexp_extract(attributes, ' -s (\d+)', 1) AS INTEGER) AS node,
        TRY_CAST(regexp_extract(attributes, ' -x (\S+)', 1) AS DOUBLE) AS x,
        TRY_CAST(regexp_extract(attributes, ' -y (\S+)', 1) AS DOUBLE) AS y
    FROM nam
    WHERE event = 'n'
)
WHERE node IS NOT NULL AND isfinite(x) AND isfinite(y)
