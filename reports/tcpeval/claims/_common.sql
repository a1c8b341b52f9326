-- What the claims of this study ask. They are about SACK PR and SACK, whatever two protocols the
-- configuration compares, and are judged case by case (topology, queueing discipline, packet error
-- rate) by 95 % intervals: of gains and differences over pairs of runs with the same replication number
-- (derived/tcpeval), of anything else over the replications.
--
-- "The same" means within 5 %, the precision that the study asks of its means, and within 0.05 of
-- Jain's index. Where the text speaks of an improvement without naming a rate, the rates that
-- Figures 7 and 8 show, 1 to 10 %, are meant.

CREATE OR REPLACE TEMP MACRO same_percent() AS 5;
CREATE OR REPLACE TEMP MACRO same_index() AS 0.05;
CREATE OR REPLACE TEMP MACRO all_queueing() AS ['drop-tail', 'red'];
CREATE OR REPLACE TEMP MACRO all_topologies() AS ['dumbbell', 'parking-lot', 'simple-network'];

CREATE OR REPLACE TEMP MACRO sack_pr_gains(wanted_quantity, topologies, queues, least_percent) AS TABLE
SELECT
    topology, queueing, packet_error_percent, n, gain, difference,
    low_end(n, gain_low, gain, false) AS low,
    high_end(n, gain_high, gain, false) AS high,
    low_end(n, difference_low, difference, false) AS apart_low,
    high_end(n, difference_high, difference, false) AS apart_high
FROM tcpeval_gains
WHERE scenario_set = 'experiments' AND protocol = 'sack-pr' AND baseline = 'sack'
    AND quantity = wanted_quantity
    AND list_contains(topologies, topology) AND list_contains(queues, queueing)
    AND packet_error_percent >= least_percent;

-- "gains of +3.1 to +25.2 %" of the cases.
CREATE OR REPLACE TEMP MACRO gains_words(least, most, unit) AS
    coalesce(
        printf('%+.3g', round(least, 4))
            || CASE WHEN round(least, 4) = round(most, 4) THEN ''
                ELSE ' to ' || printf('%+.3g', round(most, 4)) END
            || unit,
        'unknown size'
    );

-- More of a quantity at every rate from 1 % on.
CREATE OR REPLACE TEMP MACRO more_claim(wanted_quantity, topologies, queues) AS TABLE
SELECT
    verdict_of_order(count(*) FILTER (low > 0), count(*) FILTER (high < 0), count(*)) AS verdict,
    'gains of ' || gains_words(min(gain), max(gain), ' %') || '; '
        || order_words(count(*) FILTER (low > 0), count(*) FILTER (high < 0), count(*))
        AS evidence
FROM sack_pr_gains(wanted_quantity, topologies, queues, 1);

-- Does the improvement on the dumbbell with FIFO queues lie on the axis of Figure 8? It is in per cent of
-- SACK's throughput (gain), or in points of the bottleneck's 10 Mb/s, 100 000 bit/s each.
CREATE OR REPLACE TEMP MACRO on_axis_claim(reading) AS TABLE
WITH cases AS (
    SELECT
        CASE reading WHEN 'gain' THEN gain ELSE difference / 1e5 END AS middle,
        CASE reading WHEN 'gain' THEN low ELSE apart_low / 1e5 END AS low,
        CASE reading WHEN 'gain' THEN high ELSE apart_high / 1e5 END AS high
    FROM sack_pr_gains('forward_bps', ['dumbbell'], ['drop-tail'], 1)
)
SELECT
    verdict_of_order(
        count(*) FILTER (low > 0 AND high < 40), count(*) FILTER (high < 0 OR low > 40), count(*)
    ) AS verdict,
    'improvements of ' || gains_words(min(middle), max(middle), ' %') || '; '
        || order_words(
            count(*) FILTER (low > 0 AND high < 40), count(*) FILTER (high < 0 OR low > 40),
            count(*)
        ) AS evidence
FROM cases;

-- How far the deviation of a normal population may be from that of n of its values: the ends of
-- its interval are factors on it. Quantiles of chi square by Wilson and Hilferty (1931): the factors
-- are right to 4 % for five values and 1 % for ten, with 95 %. With the 98.75 % of a look (scale
-- decide) the upper one is too large by 14 % for five values and 2 % for ten.
CREATE OR REPLACE TEMP MACRO chi_square(freedom, z) AS
    freedom * pow(1 - 2 / (9.0 * freedom) + z * sqrt(2 / (9.0 * freedom)), 3);

CREATE OR REPLACE TEMP MACRO deviation_factor(n, z) AS
    sqrt((n - 1) / chi_square(n - 1, z));

-- Do so many runs give a precision of 5 %? Relative half width of the interval of so many runs,
-- from the deviation of those that there are: fewer than five say nothing of it.
--
-- quantile_then: of Student's t, for so many runs.
CREATE OR REPLACE TEMP MACRO enough_runs_claim(topologies, runs, quantile_then) AS TABLE
WITH measured AS (
    SELECT
        n, 100 * quantile_then * deviation / sqrt(runs) / mean AS width
    FROM tcpeval_means
    WHERE scenario_set = 'experiments' AND protocol IN ('sack', 'sack-pr')
        AND quantity IN ('forward_bps', 'forward_fairness')
        AND list_contains(topologies, topology) AND mean > 0
), judged AS (
    SELECT
        *,
        n >= fewest_runs()
            AND width * deviation_factor(greatest(runs_then(n), fewest_runs()), -z) <= 5 AS enough,
        n >= fewest_runs()
            AND width * deviation_factor(greatest(runs_then(n), fewest_runs()), z) > 5 AS too_few
    FROM measured CROSS JOIN normal
)
SELECT
    verdict_of_order(count(*) FILTER (enough), count(*) FILTER (too_few), count(*)) AS verdict,
    'expected half width of ' || any_value(runs) || ' runs, forward throughput and Jain''s index: '
        || coalesce(span(min(width), max(width)), 'unknown') || ' % of the mean; '
        || order_words(count(*) FILTER (enough), count(*) FILTER (too_few), count(*)) AS evidence
FROM judged;
