-- Published values whose verdict differs; a value that a set lacks is absent.
SELECT
    item,
    "row",
    "column",
    coalesce(b.published_text, a.published_text) AS printed,
    coalesce(b.unit, a.unit) AS unit,
    a.ours AS ours_a,
    b.ours AS ours_b,
    coalesce(a.verdict, 'absent') AS verdict_a,
    coalesce(b.verdict, 'absent') AS verdict_b
FROM set_a.comparison AS a FULL JOIN set_b.comparison AS b USING (item, "row", "column")
WHERE a.verdict IS DISTINCT FROM b.verdict
ORDER BY coalesce(b.position, a.position), item, "row", "column"
