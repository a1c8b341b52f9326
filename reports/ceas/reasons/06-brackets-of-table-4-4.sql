-- reason: contradiction in the text
-- cells: Table 4.4 | CEAS (ant rate 20) standard error | *
-- words: The brackets can't be deviations between runs, nor standard errors of their means. A source makes 75 Mb/s, 75.33 where one catches up at the end, so that no run has more: fifteen of them with the printed mean deviate by no more than the root of 15 times what is left to that, which is less than printed for three of the four. They are compared with the deviation over bins of 10 s within runs, which fits Table 4.3; Table 4.4's are nearer to that of the mean over runs at a moment, as "the simulation output from all the replications are synchronized" (section 3.3) may have it.
SELECT 'printed mean and bracket, and the largest deviation of 15 runs with this mean: ' || string_agg(
    split_part("column", ' ', 1) || ' ' || split_part("column", ' ', 3)
        || printf(' %.2f and %.2f, %.2f Mb/s', mean, bracket, sqrt(15) * (75.33 - mean)), '; ' ORDER BY "column"
)
FROM (
    SELECT
        "column",
        max(published) FILTER (NOT ends_with(row, 'standard error')) AS mean,
        max(published) FILTER (ends_with(row, 'standard error')) AS bracket
    FROM comparison
    WHERE item = 'Table 4.4' AND starts_with(row, 'CEAS')
    GROUP BY "column"
)
