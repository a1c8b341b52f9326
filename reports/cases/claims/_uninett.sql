-- What claims about UNINETT ask (section 5.3), and those about both networks.

-- With lower capacities a window holds more of the path, and a full queue lasts longer beside the
-- links' delays: it is another experiment, and says nothing of the printed one.
CREATE OR REPLACE TEMP MACRO as_printed_network(verdict) AS
    CASE WHEN verdict IS NULL THEN NULL
        WHEN (SELECT bool_and(scenario_set = 'small-uninett') FROM cases_scenarios
            WHERE scenario_set IN ('uninett', 'small-uninett')) THEN 'not tested as printed'
        ELSE verdict END;

CREATE OR REPLACE TEMP MACRO flow_rate_bps(parameters, flow) AS
    CAST(
        parameters -> 'flows' -> (CAST(right(flow, 1) AS INTEGER) - 1) ->> 'cbr_rate_bps' AS DOUBLE
    );

-- What the evidence starts with: the part of the printed capacities and rates (2 Gb/s).
CREATE OR REPLACE TEMP MACRO uninett_size() AS (
    SELECT
        CASE WHEN max(flow_rate_bps(parameters, 'flow1')) = 2e9 THEN 'UNINETT: '
            ELSE printf(
                'UNINETT with %.3g times its capacities and rates: ',
                max(flow_rate_bps(parameters, 'flow1')) / 2e9
            ) END
    FROM cases_scenarios SEMI JOIN uninett_sets USING (scenario_set)
);

CREATE OR REPLACE TEMP MACRO uninett(
    wanted_metric, wanted_subject, systems, memories, sizes
) AS TABLE
SELECT * FROM cases_points SEMI JOIN uninett_sets USING (scenario_set)
WHERE metric = wanted_metric AND subject = wanted_subject AND list_contains(systems, system)
    AND list_contains(memories, memory) AND list_contains(sizes, bytes);

-- "CEAS 1500 bytes 12, CEAS with memory 1500 bytes 13, LSRP 1500 bytes 8".
CREATE OR REPLACE TEMP MACRO by_system(
    wanted_metric, wanted_subject, systems, memories, sizes, factor
) AS (
    SELECT
        string_agg(
            system || IF(memory, ' with memory ', ' ') || bytes || ' bytes '
                || readable(mean * factor),
            ', ' ORDER BY system, memory, bytes
        )
    FROM uninett(wanted_metric, wanted_subject, systems, memories, sizes)
);

-- Is a metric over CEAS above that of LSRP and DVR? Cases are baselines and packet sizes.
CREATE OR REPLACE TEMP MACRO uninett_above_baselines_claim(
    wanted_metric, wanted_subject, sizes, factor, unit
) AS TABLE
WITH cases AS (
    SELECT contrast(ants, base, 1) AS apart
    FROM uninett(wanted_metric, wanted_subject, ['CEAS'], [false], sizes) AS ants
    JOIN uninett(wanted_metric, wanted_subject, baselines(), [false], sizes) AS base USING (bytes)
), counted AS (
    SELECT
        count(*) FILTER (apart.low > 0) AS said,
        count(*) FILTER (apart.high < 0) AS against,
        count(*) AS cases
    FROM cases
)
SELECT
    as_printed_network(verdict_of_order(said, against, cases)) AS verdict,
    uninett_size()
        || by_system(wanted_metric, wanted_subject, all_systems(), [false], sizes, factor)
        || unit || '; ' || order_words(said, against, cases) AS evidence
FROM counted;

-- Is the goodput of a flow below (sign -1) or above (+1) so many percent of the rate at which its
-- source generates data? Cases are systems; packets of 1500 bytes, no memory.
CREATE OR REPLACE TEMP MACRO full_rate_claim(sign, percent, flow, systems) AS TABLE
WITH found AS (
    SELECT *, percent / 100 * flow_rate_bps(parameters, flow) AS limit_bps
    FROM uninett('tcp_goodput', flow || ' whole', systems, [false], [1500])
), counted AS (
    SELECT
        count(*) FILTER (IF(sign < 0, high < limit_bps, low > limit_bps)) AS said,
        count(*) FILTER (IF(sign < 0, low > limit_bps, high < limit_bps)) AS against,
        count(*) AS cases,
        max(limit_bps) AS limit_bps
    FROM found
)
SELECT
    as_printed_network(verdict_of_order(said, against, cases)) AS verdict,
    uninett_size() || by_system('tcp_goodput', flow || ' whole', systems, [false], [1500], 1e-6)
        || ' Mb/s; ' || readable(percent) || ' % of the full rate are ' || readable(limit_bps * 1e-6)
        || ' Mb/s; ' || order_words(said, against, cases) AS evidence
FROM counted;

-- Do packets of 9000 bytes raise a flow's goodput over CEAS by a fifth or more?
CREATE OR REPLACE TEMP MACRO large_packets_lift_claim(flow) AS TABLE
WITH cases AS (
    SELECT contrast(large, small, much_times()) AS apart
    FROM uninett('tcp_goodput', flow || ' whole', ['CEAS'], [false], [9000]) AS large
    JOIN uninett('tcp_goodput', flow || ' whole', ['CEAS'], [false], [1500]) AS small USING (system)
), counted AS (
    SELECT
        count(*) FILTER (apart.low > 0) AS said,
        count(*) FILTER (apart.high < 0) AS against,
        count(*) AS cases
    FROM cases
)
SELECT
    as_printed_network(verdict_of_order(said, against, cases)) AS verdict,
    uninett_size()
        || by_system('tcp_goodput', flow || ' whole', ['CEAS'], [false], [1500, 9000], 1e-6)
        || ' Mb/s; ' || order_words(said, against, cases) AS evidence
FROM counted;

-- Does memory leave a flow's goodput (packets of 1500 bytes) without much of a gain?
CREATE OR REPLACE TEMP MACRO memory_gains_not_much_claim(flow) AS TABLE
WITH counted AS (
    SELECT
        count(*) FILTER (high < 100 * (much_times() - 1)) AS said,
        count(*) FILTER (low >= 100 * (much_times() - 1)) AS against,
        count(*) AS cases,
        any_value(mean) AS gain
    FROM memory_gains SEMI JOIN uninett_sets USING (scenario_set)
    WHERE bytes = 1500 AND subject = flow
)
SELECT
    as_printed_network(verdict_of_order(said, against, cases)) AS verdict,
    uninett_size() || 'goodput '
        || by_system('tcp_goodput', flow || ' whole', ['CEAS'], [false, true], [1500], 1e-6)
        || printf(' Mb/s; in runs with the same seed %+.2f %%; ', gain)
        || order_words(said, against, cases) AS evidence
FROM counted;

-- Does a flow over CEAS take several paths and overflow a queue? More than one in a hundred packets
-- out of order, and one lost in a queue, show it. A single one out of order is no use of several
-- paths: with the printed capacities the second connection has two of ten thousand.
CREATE OR REPLACE TEMP MACRO several_paths_percent() AS 1 * limit_factor();
CREATE OR REPLACE TEMP MACRO several_paths_congested_claim(flow, colony) AS TABLE
SELECT
    as_printed_network(
        verdict_of_order(
            count(*) FILTER (disorder.low > several_paths_percent() AND lost.mean > 0),
            count(*) FILTER (disorder.high < several_paths_percent() OR lost.high = 0),
            count(*)
        )
    ) AS verdict,
    uninett_size() || string_agg(printf(
        '%.3g %% of the data out of order, %.0f packets a run lost in queues', disorder.mean, lost.mean
    ), '; ') || '; several paths: more than ' || readable(several_paths_percent()) || ' % out of order' AS evidence
FROM uninett('tcp_out_of_order', flow || ' whole', ['CEAS'], [false], [1500]) AS disorder
JOIN uninett('ceas_drops', colony || ' whole queue', ['CEAS'], [false], [1500]) AS lost
    USING (scenario);

-- Is a metric of the first connection over CEAS larger (sign 1) or smaller (-1) in the last third of
-- the time in which only 5-1 fails than in the first one of the same run? Cases are without memory and
-- with it.
CREATE OR REPLACE TEMP MACRO thirds_claim(sign, wanted_metric, what) AS TABLE
WITH cases AS (
    SELECT scenario, contrast(late, early, 1) AS apart
    FROM uninett(wanted_metric, 'flow1 last third', ['CEAS'], [false, true], [1500]) AS late
    JOIN uninett(wanted_metric, 'flow1 first third', ['CEAS'], [false, true], [1500]) AS early
        USING (scenario)
), counted AS (
    SELECT
        count(*) FILTER (IF(sign > 0, apart.low > 0, apart.high < 0)) AS said,
        count(*) FILTER (IF(sign > 0, apart.high < 0, apart.low > 0)) AS against,
        count(*) AS cases,
        string_agg(difference_words(apart, 1e-6), ', ' ORDER BY scenario) AS differences
    FROM cases
)
SELECT
    as_printed_network(verdict_of_order(said, against, cases)) AS verdict,
    uninett_size() || what || ' in the first third of the time until 34-35 fails '
        || by_system(
            wanted_metric, 'flow1 first third', ['CEAS'], [false, true], [1500], 1e-6
        )
        || ', in the last one '
        || by_system(
            wanted_metric, 'flow1 last third', ['CEAS'], [false, true], [1500], 1e-6
        )
        || ' Mb/s; more in the last one, run by run, without and with memory: ' || differences
        || ' Mb/s; ' || order_words(said, against, cases) AS evidence
FROM counted;
