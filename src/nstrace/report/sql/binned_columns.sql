-- title: Columns of numbers
-- table: binned_columns
-- unit: the column's unit
-- definition: Of each column of lines of numbers, the last value in each of 240 pieces of the range of the first column.
-- source: ours
-- needs: traced_values
WITH numbers AS (SELECT subject, line, time_s, value FROM traced_values WHERE kind = 'series'),
pieces AS (
    SELECT min(time_s) AS first_x, greatest((max(time_s) - min(time_s)) / 240, 1e-9) AS width
    FROM numbers
)
SELECT
    subject,
    any_value(first_x) + floor((time_s - first_x) / width) * any_value(width) AS x,
    arg_max(value, line) AS value
FROM numbers, pieces
GROUP BY subject, floor((time_s - first_x) / width)
