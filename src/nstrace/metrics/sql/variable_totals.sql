-- title: Traced variables and data series
-- subject: TCP window
-- table: variable_totals
-- unit: 1
-- definition: In the variable's own unit: of each variable of each agent, and of each column behind the first one of lines of numbers: how many values there are, the last, the least and the largest, and the mean over the time (or the first column) from the first value to the last line of such a kind, each value holding until the next.
-- source: ours
-- needs: traced_values
SELECT
    run_id,
    subject,
    count(*) AS count,
    arg_max(value, line) AS last,
    min(value) AS least,
    max(value) AS most,
    sum(value * lasted) / nullif(sum(lasted), 0) AS time_mean
FROM (
    SELECT
        *,
        coalesce(lead(time_s) OVER (PARTITION BY run_id, kind, subject ORDER BY line), end_s) - time_s
            AS lasted
    FROM (SELECT *, max(time_s) OVER (PARTITION BY run_id, kind) AS end_s FROM traced_values)
)
GROUP BY run_id, kind, subject
