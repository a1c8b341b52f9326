-- Each printed cell: where it stands, what it is compared with, and which estimate that is.
SELECT
    study, item, row, "column", published_text, ours, ci_low, ci_high, n, unit, verdict, note,
    page, metric, scenario, subject
FROM comparison
ORDER BY study, position;
