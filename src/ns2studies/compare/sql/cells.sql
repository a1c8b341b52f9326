-- Printed values whose verdict is not the same in both sets.
SELECT
    item,
    "row",
    "column",
    coalesce(b.published_text, a.published_text) AS printed,
    coalesce(b.unit, a.unit) AS unit,
    a.ours AS ours_a,
    b.ours AS ours_b,
    a.verdict AS verdict_a,
    b.verdict AS verdict_b
FROM set_a.comparison AS a FULL JOIN set_b.comparison AS b USING (item, "row", "column")
WHERE a.verdict IS DISTINCT FROM b.verdict
ORDER BY coalesce(b.position, a.position), item, "row", "column"
