-- page: 5.2
-- statement: Overall flow 2 gains as the delay of flow 1 grows.
--
-- Straight lines through each sweep of single runs: all of it, and beside the stretches at which
-- flow 2 loses.
WITH lines AS (
    SELECT
        seed,
        regr_slope(share_1, delay_ms) AS overall,
        regr_slope(share_1, delay_ms) FILTER (share_1 <= 60) AS beside
    FROM sync_run_sweeps
    WHERE scenario_set = 'newreno' AND queue_packets = 10 AND seed IS NOT NULL
        AND newreno_at_each_ms()
    GROUP BY seed
), slopes AS (
    SELECT
        interval_of(list(-overall ORDER BY seed), false) AS overall,
        interval_of(list(-beside ORDER BY seed), false) AS beside,
        count(*) AS sweeps
    FROM lines
)
SELECT
    verdict_of_order(
        CAST(overall.low > 0 AS INTEGER) + CAST(beside.low > 0 AS INTEGER),
        CAST(overall.high < 0 AS INTEGER) + CAST(beside.high < 0 AS INTEGER), 2
    ) AS verdict,
    'by straight lines flow 1 loses ' || mean_words(overall, 1)
        || ' points a millisecond over all delays, and ' || mean_words(beside, 1)
        || ' where flow 2 has 40 % or more, by ' || number_of(sweeps, 'sweep') || ' of single runs'
        AS evidence
FROM slopes
WHERE sweeps > 0
