-- page: 5.1
-- statement: With 21 ms the flow of longer delay takes around 99 % and the other one around 1 %.
-- about: Section 5.1 | Delay 21 ms | *
SELECT
    CASE WHEN share_1 BETWEEN 98 AND 100 THEN 'holds' WHEN share_1 > 90 THEN 'holds in part'
        ELSE 'does not hold' END AS verdict,
    'flow 1 gets ' || short(share_1) || ' %' AS evidence
FROM sync_shares WHERE scenario = 'newreno/10/21.0'
