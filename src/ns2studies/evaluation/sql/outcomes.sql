-- What came of each study at full scale, by its reference: printed values that are borne out, of
-- those that are known, those that differ, and claims of the text by verdict. Whatever else there is was not tested.
-- Questions of ours ($ours) are no claims of the text.
WITH printed AS (
    SELECT
        study, count(published) AS known,
        count(*) FILTER (list_contains($agreeing, verdict)) AS borne_out,
        count(*) FILTER (list_contains($different, verdict)) AS different
    FROM comparison GROUP BY study
), told AS (
    SELECT
        study, count(*) AS told,
        count(*) FILTER (verdict = 'holds') AS hold,
        count(*) FILTER (verdict = 'holds in part') AS hold_in_part,
        count(*) FILTER (verdict = 'does not hold') AS do_not_hold,
        count(*) FILTER (verdict = 'contradicts itself') AS contradict,
        count(*) FILTER (verdict = 'undecided') AS undecided
    FROM claims WHERE claim NOT IN $ours GROUP BY study
)
SELECT
    coalesce(borne_out, 0) AS borne_out, coalesce(known, 0) AS known,
    coalesce(different, 0) AS different, coalesce(hold, 0) AS hold,
    coalesce(hold_in_part, 0) AS hold_in_part, coalesce(do_not_hold, 0) AS do_not_hold,
    coalesce(contradict, 0) AS contradict, coalesce(undecided, 0) AS undecided,
    coalesce(told - hold - hold_in_part - do_not_hold - contradict - undecided, 0) AS others
FROM told FULL JOIN printed USING (study)
