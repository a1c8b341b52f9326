-- kind: view
-- definition: Values of traced variables, named after the variable and its agent or owner, and of lines of numbers, named after their column (the first one is taken for the time).
SELECT
    run_id,
    'variables' AS kind,
    concat_ws(
        ' ', variable, source_node || '.' || source_port,
        '> ' || destination_node || '.' || destination_port, owner
    ) AS subject,
    line,
    time_ns / 1e9 AS time_s,
    value
FROM variables
UNION ALL
SELECT run_id, 'series', 'column ' || place, line, x, value
FROM (
    SELECT
        run_id,
        line,
        x,
        unnest(list_prepend(CAST(y AS VARCHAR), regexp_extract_all(coalesce(rest, ''), '\S+')))
            AS text,
        generate_subscripts(
            list_prepend(CAST(y AS VARCHAR), regexp_extract_all(coalesce(rest, ''), '\S+')), 1
        ) + 1 AS place,
        CAST(text AS DOUBLE) AS value
    FROM series
)
