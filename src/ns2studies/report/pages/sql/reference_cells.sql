-- The reference's verdict, value, interval and runs of each printed cell.
SELECT item, row, "column", verdict AS reference_verdict, ours AS reference_ours,
    ci_low AS reference_low, ci_high AS reference_high, n AS reference_n
FROM reference_comparison WHERE study = $study
