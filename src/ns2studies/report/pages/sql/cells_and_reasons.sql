-- All cells, with what speaks about each.
SELECT item, row, "column", row || ', ' || "column" AS cell, published_text, ours, unit,
    comparison.verdict, comparison.verdict_words,
    concat_ws(': ', reasons.reason, parameter) AS reason,
    concat_ws(' ', words, CASE WHEN reasons.evidence <> words
        THEN 'Evidence: ' || reasons.evidence || '.' END) AS why
FROM comparison LEFT JOIN reasons USING (study, item, row, "column")
WHERE study = $study
ORDER BY position
