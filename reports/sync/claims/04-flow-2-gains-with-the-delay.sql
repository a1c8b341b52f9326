-- page: 5.2
-- statement: Beside these stretches flow 2 gains as the delay of flow 1 grows.
SELECT
    CASE WHEN regr_slope(share_1, delay_ms) < 0 AND corr(share_1, delay_ms) < -0.7 THEN 'holds'
        WHEN regr_slope(share_1, delay_ms) < 0 THEN 'holds in part'
        ELSE 'does not hold' END AS verdict,
    'where flow 2 has 40 % or more, flow 1 loses ' || short(-regr_slope(share_1, delay_ms))
        || ' points a millisecond (correlation ' || short(corr(share_1, delay_ms)) || ')' AS evidence
FROM sync_sweeps WHERE scenario_set = 'newreno' AND queue_packets = 10 AND share_1 <= 60
    AND newreno_at_each_ms()
HAVING count(*) > 2
