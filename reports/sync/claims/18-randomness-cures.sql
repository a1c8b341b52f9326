-- page: 5.4
-- statement: Randomness in the network keeps flows out of step.
SELECT
    CASE WHEN count(*) FILTER (worst >= 25) > 0 AND min(worst) < 10 THEN 'holds'
        WHEN max(worst) > min(worst) THEN 'holds in part' ELSE 'does not hold' END AS verdict,
    'least share of a flow at 21, 33 and 43 ms with random delays up to ' || string_agg(
        printf('%.1f', largest_ms) || ' ms: ' || printf('%.0f %%', worst), ', ' ORDER BY largest_ms
    ) AS evidence
FROM (
    SELECT
        CAST(level AS DOUBLE) AS largest_ms,
        min(least(share_1, 100 - share_1)) AS worst
    FROM sync_shares WHERE scenario_set = 'delay-noise' AND delay_ms IN (21, 33, 43)
    GROUP BY level
)
HAVING count(*) > 0
