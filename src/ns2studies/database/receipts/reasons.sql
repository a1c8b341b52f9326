-- Why a cell or a claim differs; what differs in the reference alone has no evidence.
SELECT
    study, kind, item, "row", "column", claim, verdict, reason, parameter, words, evidence
FROM reasons
ORDER BY ALL;
