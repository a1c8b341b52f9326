-- page: 5.1
-- statement: With a variable delay of 15 ms two NewReno flows share the capacity about evenly.
-- about: Section 5.1 | Delay 15 ms | *
SELECT
    CASE WHEN share_1 BETWEEN 45 AND 55 THEN 'holds' ELSE 'does not hold' END AS verdict,
    'flow 1 gets ' || short(share_1) || ' %' AS evidence
FROM sync_shares WHERE scenario = 'newreno/10/15.0'
