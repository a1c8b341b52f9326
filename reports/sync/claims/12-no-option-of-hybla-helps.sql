-- page: 6.3
-- statement: None of Hybla's ways to take the round trip time keeps the flows out of step.
--
-- Cases are these ways: at how many of the delays up to 65 ms a flow gets less than 10 %, by the
-- interval over sweeps of single runs. A way that keeps them out of step has none in any sweep.
WITH sweeps AS (
    SELECT
        level, seed, count(*) AS delays,
        count(*) FILTER (least(share_1, 100 - share_1) < 10) AS starved
    FROM sync_run_sweeps
    WHERE scenario_set IN ('hybla', 'hybla-minimum') AND queue_packets = 10 AND delay_ms <= 65
        AND seed IS NOT NULL
    GROUP BY level, seed
), ways AS (
    SELECT
        level, any_value(delays) AS delays, count(*) AS runs,
        interval_of(list(starved ORDER BY seed), false) AS starved
    FROM sweeps GROUP BY level
)
SELECT
    verdict_of_order(
        count(*) FILTER (starved.low > 0), count(*) FILTER (starved.high <= 0), count(*)
    ) AS verdict,
    'delays up to 65 ms at which a flow gets less than 10 %, by sweeps of single runs: ' || string_agg(
        level || ' ' || mean_words(starved, 1) || ' of ' || delays, ', ' ORDER BY level
    ) || '; some: ' || order_words(
        count(*) FILTER (starved.low > 0), count(*) FILTER (starved.high <= 0), count(*)
    ) AS evidence
FROM ways
HAVING count(*) > 0
