-- What the claims of this study ask. They are judged case by case (each ant rate, each variant)
-- by 95 % intervals over the replications: a case is clear if the intervals of what it compares
-- do not touch. One run with random numbers is no case at all; a baseline has none of them.

CREATE OR REPLACE TEMP VIEW ceas_points AS
SELECT
    scenario, scenario_set, metric, subject, ant_rate, variant, routing, choice, n, mean, is_exact,
    previous_hop_memory AS memory,
    packet_bytes AS bytes,
    low_end(n, ci_low, mean, is_exact) AS low,
    high_end(n, ci_high, mean, is_exact) AS high
FROM points WHERE study = 'ceas';

-- Differences of a metric between two scenarios of a set or two subjects, run by run: runs of the
-- same seed have the same ants at first, and two subjects may be of one run. low and high are the
-- ends of the interval of their mean; with chance in neither scenario one run is exact.
CREATE OR REPLACE TEMP MACRO differences(wanted_set, wanted_metric) AS TABLE
WITH runs_of AS (
    SELECT scenario, is_random, metrics.subject AS subject, seed, value
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE study = 'ceas' AND scenario_set = wanted_set AND metric = wanted_metric
), pairs AS (
    SELECT
        one.scenario AS one_scenario, one.subject AS one_subject,
        other.scenario AS other_scenario, other.subject AS other_subject,
        count(*) AS n,
        avg(one.value - other.value ORDER BY seed) AS mean,
        stddev_samp(one.value - other.value ORDER BY seed) AS deviation,
        NOT bool_or(one.is_random OR other.is_random) AS is_exact
    FROM runs_of AS one JOIN runs_of AS other USING (seed)
    GROUP BY ALL
)
SELECT
    one_scenario, one_subject, other_scenario, other_subject, n, mean,
    low_end(n, mean_end(-1, n, mean, deviation, quantile, NULL, NULL), mean, is_exact) AS low,
    high_end(n, mean_end(1, n, mean, deviation, quantile, NULL, NULL), mean, is_exact) AS high
FROM pairs LEFT JOIN student_t USING (n);

-- Means of a metric in a set of scenarios; NULL where the set does not vary what is asked.
CREATE OR REPLACE TEMP MACRO chosen(
    wanted_set, wanted_metric, wanted_subject, wanted_memory, wanted_bytes
) AS TABLE
SELECT * FROM ceas_points
WHERE scenario_set = wanted_set AND metric = wanted_metric AND subject = wanted_subject
    AND memory IS NOT DISTINCT FROM wanted_memory AND bytes IS NOT DISTINCT FROM wanted_bytes;

-- "at 5, 20 ants/s: Reno 12, 3; SACK 10, 2"; a dash where no run got there.
CREATE OR REPLACE TEMP MACRO by_rate(
    wanted_set, wanted_metric, wanted_subject, wanted_memory, wanted_bytes, factor
) AS (
    WITH found AS (
        FROM chosen(wanted_set, wanted_metric, wanted_subject, wanted_memory, wanted_bytes)
    ), rates AS (
        SELECT DISTINCT ant_rate FROM found
    ), variants AS (
        SELECT DISTINCT variant FROM found
    )
    SELECT
        coalesce(
            'at ' || (SELECT string_agg(ant_rate, ', ' ORDER BY ant_rate) FROM rates) || ' ants/s: ',
            ''
        )
            || string_agg(words, '; ' ORDER BY words)
    FROM (
        SELECT
            trim(
                variant_name(variants.variant) || ' '
                    || string_agg(coalesce(readable(mean * factor), '–'), ', ' ORDER BY rates.ant_rate)
            ) AS words
        FROM variants CROSS JOIN rates LEFT JOIN found
            ON found.variant IS NOT DISTINCT FROM variants.variant
                AND found.ant_rate IS NOT DISTINCT FROM rates.ant_rate
        GROUP BY variants.variant
    )
);

-- Does a metric fall (sign -1) or rise (+1) with the ant rate? Cases are pairs of rates of which
-- one is at least twice the other, for each variant.
CREATE OR REPLACE TEMP MACRO trend_claim(
    sign, wanted_set, wanted_metric, wanted_subject, wanted_memory, wanted_bytes, factor, unit
) AS TABLE
WITH found AS (
    FROM chosen(wanted_set, wanted_metric, wanted_subject, wanted_memory, wanted_bytes)
), counted AS (
    SELECT
        count(*) FILTER (IF(sign < 0, fast.high < slow.low, fast.low > slow.high)) AS said,
        count(*) FILTER (IF(sign < 0, fast.low > slow.high, fast.high < slow.low)) AS against,
        count(*) AS cases
    FROM found AS slow JOIN found AS fast
        ON fast.ant_rate >= 2 * slow.ant_rate AND fast.variant IS NOT DISTINCT FROM slow.variant
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    by_rate(wanted_set, wanted_metric, wanted_subject, wanted_memory, wanted_bytes, factor)
        || unit || '; of pairs of rates that differ twofold or more: '
        || order_words(said, against, cases) AS evidence
FROM counted;

-- Is SACK's value below (sign -1) or above (+1) Reno's? Cases are ant rates, judged by differences
-- of runs with the same seed.
CREATE OR REPLACE TEMP MACRO variants_claim(
    sign, wanted_set, wanted_metric, wanted_subject, wanted_memory, wanted_bytes, factor, unit
) AS TABLE
WITH found AS (
    FROM chosen(wanted_set, wanted_metric, wanted_subject, wanted_memory, wanted_bytes)
), counted AS (
    SELECT
        count(*) FILTER (IF(sign < 0, apart.high < 0, apart.low > 0)) AS said,
        count(*) FILTER (IF(sign < 0, apart.low > 0, apart.high < 0)) AS against,
        count(*) AS cases
    FROM found AS sack JOIN found AS reno
        ON sack.variant = 'sack' AND reno.variant = 'reno'
            AND sack.ant_rate IS NOT DISTINCT FROM reno.ant_rate
    LEFT JOIN differences(wanted_set, wanted_metric) AS apart
        ON apart.one_scenario = sack.scenario AND apart.one_subject = sack.subject
            AND apart.other_scenario = reno.scenario AND apart.other_subject = reno.subject
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    by_rate(wanted_set, wanted_metric, wanted_subject, wanted_memory, wanted_bytes, factor)
        || unit || '; ' || order_words(said, against, cases) AS evidence
FROM counted;

-- Is a metric the same at every ant rate? For each variant, all means within so many percent of
-- their mean; apart if an interval lies beside that mean as well.
CREATE OR REPLACE TEMP MACRO same_at_rates_claim(
    percent, wanted_set, wanted_metric, wanted_subject, wanted_memory, wanted_bytes, factor, unit
) AS TABLE
WITH found AS (
    SELECT *, avg(mean) OVER (PARTITION BY variant) AS middle,
        count(*) OVER (PARTITION BY variant) AS rates
    FROM chosen(wanted_set, wanted_metric, wanted_subject, wanted_memory, wanted_bytes)
), counted AS (
    SELECT
        count(*) FILTER (
            abs(mean - middle) <= percent / 100 * abs(middle) AND is_sharp(low, high, mean)
        ) AS alike,
        count(*) FILTER (
            abs(mean - middle) > percent / 100 * abs(middle) AND NOT middle BETWEEN low AND high
        ) AS apart,
        count(*) AS cases
    FROM found WHERE rates > 1
)
SELECT
    verdict_of_alike(alike, apart, cases) AS verdict,
    by_rate(wanted_set, wanted_metric, wanted_subject, wanted_memory, wanted_bytes, factor)
        || unit || '; within ' || percent || ' % of their mean: '
        || alike_words(alike, apart, cases) AS evidence
FROM counted;

-- Is a metric of one subject above that of another one, in the same runs? Cases are variants and
-- ant rates.
CREATE OR REPLACE TEMP MACRO subjects_claim(
    larger, smaller, wanted_set, wanted_metric, wanted_memory, wanted_bytes, factor, unit
) AS TABLE
WITH counted AS (
    SELECT
        count(*) FILTER (apart.low > 0) AS said,
        count(*) FILTER (apart.high < 0) AS against,
        count(*) AS cases
    FROM chosen(wanted_set, wanted_metric, larger, wanted_memory, wanted_bytes) AS one
    JOIN chosen(wanted_set, wanted_metric, smaller, wanted_memory, wanted_bytes) AS other
        USING (scenario)
    LEFT JOIN differences(wanted_set, wanted_metric) AS apart
        ON apart.one_scenario = one.scenario AND apart.one_subject = one.subject
            AND apart.other_scenario = other.scenario AND apart.other_subject = other.subject
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    by_rate(wanted_set, wanted_metric, larger, wanted_memory, wanted_bytes, factor) || unit
        || ', against '
        || by_rate(wanted_set, wanted_metric, smaller, wanted_memory, wanted_bytes, factor)
        || unit || '; ' || order_words(said, against, cases) AS evidence
FROM counted;

-- Is a metric larger with packets of 9000 bytes than with those of 1500? (sign -1: smaller.)
CREATE OR REPLACE TEMP MACRO large_packets_claim(
    sign, wanted_set, wanted_metric, wanted_subject, factor, unit
) AS TABLE
WITH counted AS (
    SELECT
        count(*) FILTER (IF(sign > 0, large.low > small.high, large.high < small.low)) AS said,
        count(*) FILTER (IF(sign > 0, large.high < small.low, large.low > small.high)) AS against,
        count(*) AS cases
    FROM chosen(wanted_set, wanted_metric, wanted_subject, NULL, 9000) AS large
    JOIN chosen(wanted_set, wanted_metric, wanted_subject, NULL, 1500) AS small
        ON large.variant = small.variant AND large.ant_rate IS NOT DISTINCT FROM small.ant_rate
            AND large.routing IS NOT DISTINCT FROM small.routing
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    '9000 bytes ' || by_rate(wanted_set, wanted_metric, wanted_subject, NULL, 9000, factor) || unit
        || ', 1500 bytes ' || by_rate(wanted_set, wanted_metric, wanted_subject, NULL, 1500, factor)
        || unit || '; ' || order_words(said, against, cases) AS evidence
FROM counted;

-- Do baselines gain no more than so many percent from packets of 9000 bytes?
CREATE OR REPLACE TEMP MACRO baselines_gain_claim(percent, wanted_set, wanted_subject) AS TABLE
WITH cases AS (
    SELECT
        large.routing || ' with ' || variant_name(large.variant) AS what,
        100 * (large.mean / small.mean - 1) AS gain
    FROM chosen(wanted_set, 'tcp_goodput', wanted_subject, NULL, 9000) AS large
    JOIN chosen(wanted_set, 'tcp_goodput', wanted_subject, NULL, 1500) AS small
        USING (routing, variant)
)
SELECT
    verdict_of(count(*) FILTER (gain <= percent), count(*)) AS verdict,
    'goodput with packets of 9000 bytes instead of 1500: '
        || string_agg(what || printf(' %+.1f %%', gain), ', ' ORDER BY what) AS evidence
FROM cases;

-- Mean over all scenarios of a set, for evidence and ratios.
CREATE OR REPLACE TEMP MACRO mean_of(
    wanted_set, wanted_metric, wanted_subject, wanted_memory, wanted_bytes
) AS (
    SELECT avg(mean)
    FROM chosen(wanted_set, wanted_metric, wanted_subject, wanted_memory, wanted_bytes)
);

-- Both connections' probability from node 3 to node 4 with packets of 9000 bytes, once they send.
CREATE OR REPLACE TEMP MACRO probabilities_of_two() AS TABLE
SELECT
    variant,
    time_s,
    max(probability) FILTER (subject = '0-8') AS first,
    max(probability) FILTER (subject = '2-6') AS second
FROM pheromone_series
JOIN scenarios USING (study, scenario)
JOIN (
    SELECT scenario, value AS sending_s FROM metrics
    WHERE study = 'ceas' AND metric = 'event_time' AND subject = 'tcp' AND seed = 1
) USING (scenario)
WHERE study = 'ceas' AND scenario_set = 'two-flows' AND packet_bytes = 9000 AND seed = 1
    AND node = 3 AND neighbour = 4 AND time_s > sending_s
GROUP BY variant, time_s
HAVING first IS NOT NULL AND second IS NOT NULL;

-- Two statements of section 4.4 about the same runs: more than half of the data on the congested path,
-- and four times the baselines' throughput. The background does not yield, so that TCP gets no more
-- of the congested path with ants than without: more than half there is less than twice the
-- baselines' rate in all. They exclude each other as long as no run gets twice as much of that path
-- as the baselines.
CREATE OR REPLACE TEMP MACRO congested_path(wanted_bytes) AS TABLE
WITH on_path AS (
    SELECT max(goodput.mean * (100 - share.mean) / 100) AS most_bps
    FROM chosen('congestion', 'tcp_goodput', 'flow1 congestion', NULL, wanted_bytes) AS goodput
    JOIN chosen('congestion', 'ceas_long_path_share', '0-8 congestion', NULL, wanted_bytes) AS share
        USING (scenario)
), base AS (
    SELECT avg(mean) AS bps
    FROM chosen('congestion-baseline', 'tcp_goodput', 'flow1 congestion', NULL, wanted_bytes)
)
SELECT
    most_bps < 2 * bps AS excluded,
    printf('of the congested path TCP gets %.2f Mb/s without ants', bps / 1e6)
        || printf(' and at most %.2f with them, since the background does not yield', most_bps / 1e6)
        || printf('; more than half of the data there makes less than %.2f Mb/s in all',
            2 * greatest(bps, most_bps) / 1e6)
        || printf(', four times the throughput needs %.2f: both can''t be', 4 * bps / 1e6) AS words
FROM on_path CROSS JOIN base;

-- Is TCP never at its full rate, for ten seconds, in any run?
CREATE OR REPLACE TEMP MACRO never_full_rate_claim(
    wanted_set, wanted_event, wanted_subject
) AS TABLE
WITH found AS (
    SELECT scenario, count(time_s) AS reached, count(*) AS runs
    FROM tcp_recoveries JOIN scenarios USING (study, scenario)
    WHERE study = 'ceas' AND scenario_set = wanted_set AND packet_bytes = 1500
        AND subject = 'flow1' AND tcp_recoveries.event = wanted_event
        AND rule = 'full-rate' AND moment = 'first'
    GROUP BY scenario
)
SELECT
    verdict_of_runs(sum(runs) - sum(reached), sum(runs)) AS verdict,
    sum(reached) || ' of ' || sum(runs) || ' runs are at the full rate for ten seconds at some '
        || 'time; largest rate over 5 s '
        || by_rate(wanted_set, 'tcp_peak_rate', wanted_subject, NULL, 1500, 1e-6)
        || ' Mb/s' AS evidence
FROM found;

-- Does the longer path carry less than half of the data, and more than 1 %?
CREATE OR REPLACE TEMP MACRO shorter_path_used_more(wanted_set, wanted_subject) AS TABLE
WITH counted AS (
    SELECT
        count(*) FILTER (high < 50 AND mean > 1) AS said,
        count(*) FILTER (low > 50 OR high < 1) AS against,
        count(*) AS cases
    FROM chosen(wanted_set, 'ceas_long_path_share', wanted_subject, NULL, 1500)
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'share of the data on the longer path '
        || by_rate(wanted_set, 'ceas_long_path_share', wanted_subject, NULL, 1500, 1) || ' %; '
        || order_words(said, against, cases) AS evidence
FROM counted;

-- What previous-hop memory gains, listed by variant and rate.
CREATE OR REPLACE TEMP MACRO memory_gains_listed() AS (
    SELECT string_agg(
        variant_name(variant) || ' at ' || ant_rate || printf(' ants/s %.2f', mean)
            || coalesce(printf(' (%.2f to %.2f)', low, high), '') || ' %',
        ', ' ORDER BY variant, ant_rate
    ) FROM ceas_memory_gains
);

-- Does what the thesis proposes, data before ants or ants that ride on data, raise a throughput?
-- Cases are proposals, variants and rates, each against the same scenario as chosen.
CREATE OR REPLACE TEMP MACRO proposals_claim(
    wanted_set, wanted_metric, wanted_subject, wanted_bytes
) AS TABLE
WITH cases AS (
    SELECT
        other.choice, variant_name(other.variant) AS variant, other.mean, plain.mean AS plain,
        other.low > plain.high AS better, other.high < plain.low AS worse
    FROM ceas_points AS other
    JOIN chosen(wanted_set, wanted_metric, wanted_subject, NULL, wanted_bytes) AS plain
        ON other.variant = plain.variant AND other.ant_rate = plain.ant_rate
            AND other.metric = plain.metric AND other.subject = plain.subject
    WHERE other.scenario_set = 'choices-' || wanted_set
        AND other.choice IN ('data-before-ants', 'piggyback')
)
SELECT
    verdict_of_order(count(*) FILTER (better), count(*) FILTER (worse), count(*)) AS verdict,
    string_agg(
        printf('%s, %s: %.2f instead of %.2f Mb/s', choice, variant, mean / 1e6, plain / 1e6), '; '
        ORDER BY choice, variant
    ) AS evidence
FROM cases;
