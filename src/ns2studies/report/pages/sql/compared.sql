-- Every printed cell beside ours; of one that is off the note is the reason, if one is known.
SELECT comparison.* REPLACE (
    CASE WHEN verdict IN ('close', 'off') THEN coalesce(why.reason, note)
        -- What is undecided here may differ at full scale.
        WHEN verdict = 'too few runs' THEN concat_ws('; at full scale: ', note, why.reason)
        ELSE note END AS note
)
FROM comparison LEFT JOIN (
    SELECT DISTINCT study, item, row, "column",
        nullif(concat_ws(': ', reasons.reason, parameter), '') AS reason
    FROM reasons
) AS why USING (study, item, row, "column")
WHERE study = $study
ORDER BY position
