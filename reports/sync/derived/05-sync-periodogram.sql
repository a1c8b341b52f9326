-- table: sync_periodogram
-- title: Periodogram of a sweep
-- unit: %
-- definition: Part of the variance of flow 1's share over the delay that a sine of a period explains, after the straight line through the sweep is taken off, in the sweep of one seed, or without a seed in that of the means: 2 |sum y exp(2 pi i d / P)|^2 / (N sum y^2).
-- source: A. Schuster, On the investigation of hidden periodicities, Terrestrial Magnetism 3 (1), 1898; its normalisation as a part of the variance is ours
-- reference: yes
WITH chosen AS (
    SELECT scenario_set AS sweep, seed, delay_ms, share_1
    FROM sync_run_sweeps
    WHERE queue_packets = 10
        AND (scenario_set = 'newreno'
            OR scenario_set = 'hybla' AND level = 'current' AND delay_ms BETWEEN 16 AND 64)
    UNION ALL
    SELECT scenario_set, seed, delay_ms, share
    FROM sync_run_shares JOIN sync_shares USING (scenario)
    WHERE scenario_set = 'hybla-fine'
    UNION ALL
    SELECT scenario_set, NULL, delay_ms, share_1 FROM sync_shares WHERE scenario_set = 'hybla-fine'
), lines AS (
    SELECT
        sweep, seed,
        regr_slope(share_1, delay_ms) AS slope,
        regr_intercept(share_1, delay_ms) AS level
    FROM chosen GROUP BY sweep, seed HAVING count(*) >= 10
), rest AS (
    SELECT chosen.sweep, chosen.seed, delay_ms, share_1 - level - slope * delay_ms AS y
    FROM chosen JOIN lines
        ON lines.sweep = chosen.sweep AND lines.seed IS NOT DISTINCT FROM chosen.seed
), periods AS (
    SELECT 'newreno' AS sweep, k / 20 AS period_ms FROM range(100, 801) AS steps (k)
    UNION ALL
    SELECT sweep, k / 200
    FROM range(280, 1201) AS steps (k), (VALUES ('hybla'), ('hybla-fine')) AS sweeps (sweep)
)
SELECT
    sweep,
    seed,
    period_ms,
    100 * 2 * (
        pow(sum(y * cos(2 * pi() * delay_ms / period_ms)), 2)
        + pow(sum(y * sin(2 * pi() * delay_ms / period_ms)), 2)
    ) / (count(*) * sum(y * y)) AS explained_percent,
    count(*) AS points,
    max(delay_ms) - min(delay_ms) AS range_ms
FROM rest JOIN periods USING (sweep)
GROUP BY sweep, seed, period_ms
HAVING sum(y * y) > 0
ORDER BY sweep, seed, period_ms
