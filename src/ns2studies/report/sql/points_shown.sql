-- The estimates that are shown.
SELECT $columns, metric, subject, mean, ci_low, ci_high, n, unit
FROM points WHERE (metric, subject) IN ($shown) ORDER BY ALL
