-- The reference's verdict, the same in words, value, interval and runs of each printed cell.
SELECT item, row, "column", verdict AS reference_verdict,
    verdict_words AS reference_words, ours AS reference_ours,
    ci_low AS reference_low, ci_high AS reference_high, n AS reference_n
FROM reference_comparison WHERE study = $study
