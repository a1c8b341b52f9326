-- The cells that are not borne out, with what speaks about each.
SELECT item, row || ', ' || "column" AS cell, published_text, ours, unit, comparison.verdict,
    concat_ws(': ', reasons.reason, parameter) AS reason,
    concat_ws(' ', words, CASE WHEN reasons.evidence <> words
        THEN 'Evidence: ' || reasons.evidence || '.' END) AS why
FROM comparison LEFT JOIN reasons USING (study, item, row, "column")
WHERE study = $study
  AND comparison.verdict IN ('misprint', 'contradicts itself', 'differs', 'not measured')
ORDER BY position
