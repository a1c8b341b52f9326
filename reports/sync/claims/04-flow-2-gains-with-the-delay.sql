-- page: 5.2
-- statement: Overall flow 2 gains as the delay of flow 1 grows.
--
-- Straight lines through the sweep: all of it, and beside the stretches at which flow 2 loses.
WITH lines AS (
    SELECT
        regr_slope(share_1, delay_ms) AS overall,
        corr(share_1, delay_ms) AS overall_corr,
        regr_slope(share_1, delay_ms) FILTER (share_1 <= 60) AS beside,
        corr(share_1, delay_ms) FILTER (share_1 <= 60) AS beside_corr
    FROM sync_sweeps
    WHERE scenario_set = 'newreno' AND queue_packets = 10 AND newreno_at_each_ms()
)
SELECT
    verdict_of(CAST(overall < 0 AS INTEGER) + CAST(beside < 0 AS INTEGER), 2) AS verdict,
    'by straight lines flow 1 loses ' || short(-overall)
        || ' points a millisecond over all delays (correlation ' || short(overall_corr) || '), and '
        || short(-beside) || ' where flow 2 has 40 % or more (' || short(beside_corr) || ')'
        AS evidence
FROM lines
