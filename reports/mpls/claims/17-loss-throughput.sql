-- page: 59
-- statement: With random loss the percentage throughput of every variant is what the loss rate leaves: 98, 97, 96, 95 and 94 % at 1 to 5 %.
-- about: Figure 4.11 | * | *
-- The thesis cuts percentages off, so that 98.99 % is printed as 98. Read so: the throughput is less
-- than half a step between two rates, 0.5 percentage points, apart from what the rate leaves.
WITH throughputs AS (
    SELECT
        packet_error_percent AS percent,
        mean,
        ci_low - (100 - packet_error_percent) AS low,
        ci_high - (100 - packet_error_percent) AS high
    FROM points
    WHERE study = 'mpls' AND scenario_set = 'losses' AND metric = 'throughput_percent'
), by_rate AS (
    SELECT percent, printf('%.2f to %.2f %%', min(mean), max(mean)) AS range_of_means
    FROM throughputs
    GROUP BY percent
), counted AS (
    SELECT
        count(*) FILTER (low > -0.5 AND high < 0.5) AS said,
        count(*) FILTER (high < -0.5 OR low > 0.5) AS against,
        count(*) AS cases
    FROM throughputs
)
SELECT
    verdict_of_order(any_value(said), any_value(against), any_value(cases)) AS verdict,
    'less than half a percentage point from 100 % less the loss rate (the thesis cuts off: 98.99 '
        || 'is its 98): '
        || order_words(any_value(said), any_value(against), any_value(cases))
        || '; the means of the variants lie at '
        || string_agg(percent || ' % loss: ' || range_of_means, '; ' ORDER BY percent) AS evidence
FROM by_rate, counted
