-- What the claims of this study ask. They are judged case by case (each ant rate, each variant) by
-- 95 % intervals over the replications: of differences of runs with the same seed, where two things
-- are compared. A case is clear if its interval lies on one side. One run with random numbers is no
-- case at all; a baseline has none of them. A seed gives nearly the same ants to all variants and at
-- every rate, so that cases are not independent: evidence says so.

CREATE OR REPLACE TEMP MACRO cases_go_together(cases) AS
    IF(cases > 1, ' (a seed has the same ants in each, so that they go together)', '');

-- Words of the thesis that are no numbers mean the same in all claims, and in those of study cases:
--   similar, almost equal, hardly, slight, little    within a tenth
--   considerable, significant, much, far             a fifth or more
--   no improvement, could be solved                  the denial of a considerable one, and one
--   at once, immediately                             within 2 s; that takes considerable time: more
-- The sensitivity judges all claims with these limits halved and doubled, too.
CREATE OR REPLACE TEMP MACRO alike_percent() AS 10 * limit_factor();
CREATE OR REPLACE TEMP MACRO considerable_percent() AS 20 * limit_factor();
CREATE OR REPLACE TEMP MACRO considerable_times() AS 1 + considerable_percent() / 100;
CREATE OR REPLACE TEMP MACRO at_once_s() AS 2 * limit_factor();
CREATE OR REPLACE TEMP MACRO left_at_most() AS 0.1 * limit_factor();
-- Of a correlation, by Fisher's z.
CREATE OR REPLACE TEMP MACRO correlation_limit(limit_value) AS
    (exp(2 * limit_factor() * atanh(limit_value)) - 1) / (exp(2 * limit_factor() * atanh(limit_value)) + 1);

CREATE OR REPLACE TEMP MACRO at_rate(variant, ant_rate) AS
    variant_name(variant) || ' at ' || ant_rate || ' ants/s';

-- Means of a metric in a set of scenarios; NULL where the set does not vary what is asked.
CREATE OR REPLACE TEMP MACRO chosen(
    wanted_set, wanted_metric, wanted_subject, wanted_memory, wanted_bytes
) AS TABLE
SELECT * FROM ceas_points
WHERE scenario_set = wanted_set AND metric = wanted_metric AND subject = wanted_subject
    AND memory IS NOT DISTINCT FROM wanted_memory AND bytes IS NOT DISTINCT FROM wanted_bytes;

-- Which part of a run a subject such as "flow1 failure" is about, in words.
CREATE OR REPLACE TEMP MACRO part_words(subject) AS
    CASE split_part(subject, ' ', 2) WHEN 'start' THEN 'at the start'
        WHEN 'failure' THEN 'after the failure' WHEN 'restoration' THEN 'after the restoration'
        WHEN 'congestion' THEN 'during the congestion'
        WHEN 'settling' THEN 'until the pheromones settle'
        WHEN 'settled' THEN 'once the pheromones have settled'
        ELSE split_part(subject, ' ', 2) END;

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

-- How many runs have their full rate again, unless all have: those that have not are in none of the
-- times.
CREATE OR REPLACE TEMP MACRO regained_words(event) AS
    IF(
        (
            SELECT bool_and(mean >= 1)
            FROM chosen('failure', 'tcp_full_rate_reached', 'flow1 ' || event, false, NULL)
        ),
        '',
        coalesce(
            '; runs that get there: '
                || by_rate('failure', 'tcp_full_rate_reached', 'flow1 ' || event, false, NULL, 100)
                || ' %',
            ''
        )
    );

-- Does a metric fall (sign -1) or rise (+1) with the ant rate? Cases are pairs of rates of which
-- one is at least twice the other, for each variant.
CREATE OR REPLACE TEMP MACRO trend_claim(
    sign, wanted_set, wanted_metric, wanted_subject, wanted_memory, wanted_bytes, factor, unit
) AS TABLE
WITH found AS (
    FROM chosen(wanted_set, wanted_metric, wanted_subject, wanted_memory, wanted_bytes)
), cases AS (
    SELECT contrast(fast, slow, 1) AS apart
    FROM found AS slow JOIN found AS fast
        ON fast.ant_rate >= 2 * slow.ant_rate AND fast.variant IS NOT DISTINCT FROM slow.variant
), counted AS (
    SELECT
        count(*) FILTER (IF(sign < 0, apart.high < 0, apart.low > 0)) AS said,
        count(*) FILTER (IF(sign < 0, apart.low > 0, apart.high < 0)) AS against,
        count(*) AS cases
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    by_rate(wanted_set, wanted_metric, wanted_subject, wanted_memory, wanted_bytes, factor)
        || unit || '; of pairs of rates that differ twofold or more: '
        || order_words(said, against, cases) || cases_go_together(cases) AS evidence
FROM counted;

-- Is SACK's value below (sign -1) or above (+1) Reno's, and by how much? Cases are ant rates.
CREATE OR REPLACE TEMP MACRO variants_claim(
    sign, wanted_set, wanted_metric, wanted_subject, wanted_memory, wanted_bytes, factor, unit
) AS TABLE
WITH found AS (
    FROM chosen(wanted_set, wanted_metric, wanted_subject, wanted_memory, wanted_bytes)
), cases AS (
    SELECT sack.ant_rate, contrast(sack, reno, 1) AS apart
    FROM found AS sack JOIN found AS reno
        ON sack.variant = 'sack' AND reno.variant = 'reno'
            AND sack.ant_rate IS NOT DISTINCT FROM reno.ant_rate
), counted AS (
    SELECT
        count(*) FILTER (IF(sign < 0, apart.high < 0, apart.low > 0)) AS said,
        count(*) FILTER (IF(sign < 0, apart.low > 0, apart.high < 0)) AS against,
        count(*) AS cases,
        string_agg(difference_words(apart, factor), ', ' ORDER BY ant_rate) AS differences
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    by_rate(wanted_set, wanted_metric, wanted_subject, wanted_memory, wanted_bytes, factor)
        || unit || '; SACK less Reno, run by run: ' || differences || unit || '; '
        || order_words(said, against, cases) || cases_go_together(cases) AS evidence
FROM counted;

-- Is a metric the same at every ant rate? Each rate's values, less the mean over all rates with the
-- same seed, lie within so many percent of that mean.
CREATE OR REPLACE TEMP MACRO same_at_rates_claim(
    percent, wanted_set, wanted_metric, wanted_subject, wanted_memory, wanted_bytes, factor, unit
) AS TABLE
WITH single AS (
    SELECT ant_rate, variant, unnest(map_keys(runs)) AS seed, unnest(map_values(runs)) AS value
    FROM chosen(wanted_set, wanted_metric, wanted_subject, wanted_memory, wanted_bytes)
), centred AS (
    SELECT *,
        avg(value) OVER (PARTITION BY variant, seed ORDER BY ant_rate
            ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS middle,
        count(*) OVER (PARTITION BY variant, seed) AS rates
    FROM single
), cases AS (
    SELECT
        interval_of(list(value - middle ORDER BY seed), false) AS apart,
        percent / 100 * abs(avg(middle ORDER BY seed)) AS margin
    FROM centred WHERE rates > 1
    GROUP BY variant, ant_rate
), counted AS (
    SELECT
        count(*) FILTER (lies_within(apart, margin)) AS alike,
        count(*) FILTER (lies_beyond(apart, margin)) AS apart,
        count(*) AS cases
    FROM cases
)
SELECT
    verdict_of_order(alike, apart, cases) AS verdict,
    by_rate(wanted_set, wanted_metric, wanted_subject, wanted_memory, wanted_bytes, factor)
        || unit || '; within ' || readable(percent) || ' % of their mean: '
        || alike_words(alike, apart, cases) || cases_go_together(cases) AS evidence
FROM counted;

-- Is a metric of one subject above that of another one, in the same runs? Cases are variants and
-- ant rates.
CREATE OR REPLACE TEMP MACRO subjects_claim(
    larger, smaller, wanted_set, wanted_metric, wanted_memory, wanted_bytes, factor, unit
) AS TABLE
WITH cases AS (
    SELECT rise(one, other) AS apart
    FROM chosen(wanted_set, wanted_metric, larger, wanted_memory, wanted_bytes) AS one
    JOIN chosen(wanted_set, wanted_metric, smaller, wanted_memory, wanted_bytes) AS other
        USING (scenario)
), counted AS (
    SELECT
        count(*) FILTER (apart.low > 0) AS said,
        count(*) FILTER (apart.high < 0) AS against,
        count(*) AS cases
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    by_rate(wanted_set, wanted_metric, larger, wanted_memory, wanted_bytes, factor) || unit || ' '
        || part_words(larger) || ', against '
        || by_rate(wanted_set, wanted_metric, smaller, wanted_memory, wanted_bytes, factor)
        || unit || ' ' || part_words(smaller) || '; ' || order_words(said, against, cases)
        || cases_go_together(cases) AS evidence
FROM counted;

-- Is a metric larger with packets of 9000 bytes than so many times that with those of 1500? (sign -1:
-- smaller.)
CREATE OR REPLACE TEMP MACRO large_packets_claim(
    sign, times, wanted_set, wanted_metric, wanted_subject, factor, unit
) AS TABLE
WITH cases AS (
    SELECT contrast(large, small, times) AS apart
    FROM chosen(wanted_set, wanted_metric, wanted_subject, NULL, 9000) AS large
    JOIN chosen(wanted_set, wanted_metric, wanted_subject, NULL, 1500) AS small
        ON large.variant = small.variant AND large.ant_rate IS NOT DISTINCT FROM small.ant_rate
            AND large.routing IS NOT DISTINCT FROM small.routing
), counted AS (
    SELECT
        count(*) FILTER (IF(sign > 0, apart.low > 0, apart.high < 0)) AS said,
        count(*) FILTER (IF(sign > 0, apart.high < 0, apart.low > 0)) AS against,
        count(*) AS cases
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    '9000 bytes ' || by_rate(wanted_set, wanted_metric, wanted_subject, NULL, 9000, factor) || unit
        || ', 1500 bytes ' || by_rate(wanted_set, wanted_metric, wanted_subject, NULL, 1500, factor)
        || unit || '; ' || IF(times > 1, readable(times) || ' times or more: ', '')
        || order_words(said, against, cases) AS evidence
FROM counted;

-- What baselines gain from packets of 9000 bytes instead of 1500, beside so many percent.
CREATE OR REPLACE TEMP MACRO baselines_gains(percent, wanted_set, wanted_subject) AS TABLE
SELECT
    routing_name(large.routing) || ' with ' || variant_name(large.variant)
        || printf(' %+.1f %%', 100 * (large.mean / small.mean - 1)) AS words,
    contrast(large, small, 1 + percent / 100) AS apart
FROM chosen(wanted_set, 'tcp_goodput', wanted_subject, NULL, 9000) AS large
JOIN chosen(wanted_set, 'tcp_goodput', wanted_subject, NULL, 1500) AS small
    USING (routing, variant);

-- Do baselines gain no more than so many percent from packets of 9000 bytes?
CREATE OR REPLACE TEMP MACRO baselines_gain_claim(percent, wanted_set, wanted_subject) AS TABLE
WITH counted AS (
    SELECT
        count(*) FILTER (apart.high <= 0) AS said,
        count(*) FILTER (apart.low > 0) AS against,
        count(*) AS cases,
        string_agg(words, ', ' ORDER BY words) AS words
    FROM baselines_gains(percent, wanted_set, wanted_subject)
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'goodput with packets of 9000 bytes instead of 1500: ' || words || '; by no more than '
        || readable(percent) || ' %: ' || order_words(said, against, cases) AS evidence
FROM counted;

-- A rate of both connections together, run by run.
CREATE OR REPLACE TEMP MACRO both_flows(wanted_set, wanted_metric, subjects) AS TABLE
SELECT
    packet_bytes AS bytes, variant, routing,
    NOT bool_or(is_random) AS is_exact,
    avg(total ORDER BY seed) AS mean,
    map_from_entries(list((seed, total) ORDER BY seed)) AS runs
FROM (
    SELECT packet_bytes, variant, routing, is_random, seed, sum(value ORDER BY metrics.subject) AS total
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE study = 'ceas' AND scenario_set = wanted_set AND metric = wanted_metric
        AND list_contains(subjects, metrics.subject)
    GROUP BY ALL
)
GROUP BY ALL;

-- Two statements of section 4.4 about the same runs, in words: the congested path is used more often, and four
-- times the baselines' throughput. The background does not yield, so that TCP gets no more of the congested path
-- with ants than without: with more than half of the packets there it has less than twice the baselines' rate in
-- all. By time both can be true: on the free path TCP is many times as fast.
CREATE OR REPLACE TEMP MACRO congested_path(wanted_bytes) AS TABLE
WITH on_path AS (
    SELECT
        interval_of(
            list_transform(
                map_keys(goodput.runs),
                LAMBDA seed: goodput.runs[seed] * (100 - share.runs[seed]) / 100
            ),
            false
        ) AS bps
    FROM chosen('congestion', 'tcp_goodput', 'flow1 congestion', NULL, wanted_bytes) AS goodput
    JOIN chosen('congestion', 'ceas_long_path_share', '0-8 congestion', NULL, wanted_bytes) AS share
        USING (scenario)
), most AS (
    SELECT max(bps.mean) AS bps, max(bps.high) AS high FROM on_path
), base AS (
    SELECT avg(mean) AS bps
    FROM chosen('congestion-baseline', 'tcp_goodput', 'flow1 congestion', NULL, wanted_bytes)
)
SELECT
    printf('of the congested path TCP gets %.2f Mb/s without ants', base.bps / 1e6)
        || printf(' and at most %.2f with them, since the background does not yield', most.bps / 1e6)
        || printf('; with more than half of the packets there it would have less than %.2f Mb/s in all',
            2 * greatest(base.bps, most.bps) / 1e6)
        || printf(', and four times the throughput is %.2f', 4 * base.bps / 1e6)
        AS words
FROM most CROSS JOIN base;

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
    verdict_of_never(count(*) FILTER (reached > 0), count(*), min(runs)) AS verdict,
    sum(reached) || ' of ' || sum(runs) || ' runs are at the full rate for ten seconds at some '
        || 'time; largest rate over 5 s '
        || by_rate(wanted_set, 'tcp_peak_rate', wanted_subject, NULL, 1500, 1e-6)
        || ' Mb/s' AS evidence
FROM found;

-- Are both paths used, the shorter one more: by packets, and by time? Cases are both, for each scenario.
CREATE OR REPLACE TEMP MACRO path_used_more(wanted_set, wanted_subject) AS TABLE
WITH shares AS (
    SELECT low, high
    FROM chosen(wanted_set, 'ceas_long_path_share', wanted_subject, NULL, 1500)
    UNION ALL
    SELECT 100 * (1 - high), 100 * (1 - low)
    FROM chosen(wanted_set, 'ceas_mean_probability', wanted_subject, NULL, 1500)
), counted AS (
    SELECT
        count(*) FILTER (high < 50 AND low > 1) AS said,
        count(*) FILTER (low > 50 OR high < 1) AS against,
        count(*) AS cases
    FROM shares
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'share of the data on the longer path '
        || by_rate(wanted_set, 'ceas_long_path_share', wanted_subject, NULL, 1500, 1)
        || ' %; mean probability of the shorter one '
        || by_rate(wanted_set, 'ceas_mean_probability', wanted_subject, NULL, 1500, 1)
        || '; by packets and by time: ' || order_words(said, against, cases) AS evidence
FROM counted;

-- What previous-hop memory gains, listed by variant and rate.
CREATE OR REPLACE TEMP MACRO memory_gains_listed() AS (
    SELECT string_agg(
        variant_name(variant) || ' at ' || ant_rate || printf(' ants/s %.2f', mean)
            || coalesce(printf(' (%.2f to %.2f)', low, high), '') || ' %',
        ', ' ORDER BY variant, ant_rate
    ) FROM ceas_memory_gains
);

-- Does what the thesis proposes, data before ants or ants that ride on data, raise a throughput considerably, so that
-- the problem "could be solved"? Cases are proposals, variants and rates, each against the same scenario as chosen.
CREATE OR REPLACE TEMP MACRO proposals_claim(
    wanted_set, wanted_metric, wanted_subject, wanted_bytes
) AS TABLE
WITH cases AS (
    SELECT
        other.choice,
        IF(other.choice = 'piggyback', 'ants on data packets', 'data before ants') || ', '
            || at_rate(other.variant, other.ant_rate)
            || printf(': %.2f instead of %.2f Mb/s', other.mean / 1e6, plain.mean / 1e6) AS words,
        contrast(other, plain, considerable_times()) AS apart
    FROM ceas_points AS other
    JOIN chosen(wanted_set, wanted_metric, wanted_subject, NULL, wanted_bytes) AS plain
        ON other.variant = plain.variant AND other.ant_rate = plain.ant_rate
            AND other.metric = plain.metric AND other.subject = plain.subject
    WHERE other.scenario_set = 'choices-' || wanted_set
        AND other.choice IN ('data-before-ants', 'piggyback')
), counted AS (
    SELECT
        count(*) FILTER (apart.low > 0) AS said,
        count(*) FILTER (apart.high < 0) AS against,
        count(*) AS cases,
        string_agg(words, '; ' ORDER BY choice, words) AS words
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    words || '; by ' || readable(considerable_percent()) || ' % or more: '
        || order_words(said, against, cases) AS evidence
FROM counted;

-- Does a proposal that the thesis does not run make something considerably sooner? Cases are variants and rates, each
-- against the same failure without it.
CREATE OR REPLACE TEMP MACRO sooner_claim(proposal, wanted_metric, wanted_subject) AS TABLE
WITH cases AS (
    SELECT
        contrast(plain, proposed, considerable_times()) AS apart,
        at_rate(proposed.variant, proposed.ant_rate)
            || printf(': %.1f instead of %.1f s', proposed.mean, plain.mean) AS words
    FROM ceas_points AS proposed
    JOIN chosen('failure', wanted_metric, wanted_subject, false, NULL) AS plain
        USING (variant, ant_rate, metric, subject)
    WHERE proposed.scenario_set = 'own-proposals' AND proposed.choice = proposal
), counted AS (
    SELECT
        count(*) FILTER (apart.low > 0) AS said,
        count(*) FILTER (apart.high < 0) AS against,
        count(*) AS cases,
        string_agg(words, '; ' ORDER BY words) AS words
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    words || '; ' || order_words(said, against, cases) AS evidence
FROM counted;

-- What becomes of packets that go back, in per cent of those that do, run by run; none where none goes back.
CREATE OR REPLACE TEMP MACRO per_return(ended, back) AS
    map_from_entries(
        list_transform(
            list_filter(map_keys(ended), LAMBDA seed: map_contains(back, seed) AND back[seed] > 0),
            LAMBDA seed: (seed, 100 * ended[seed] / back[seed])
        )
    );
