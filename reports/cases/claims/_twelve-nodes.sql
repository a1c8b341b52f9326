-- What claims about twelve nodes ask (section 5.2).

-- Means of a metric without previous-hop memory, between two levels of background traffic.
CREATE OR REPLACE TEMP MACRO twelve(
    wanted_event, wanted_metric, wanted_subject, systems, least, most
) AS TABLE
SELECT * FROM cases_points
WHERE scenario_set IN ('twelve', 'twelve-baseline') AND event = wanted_event
    AND metric = wanted_metric AND subject = wanted_subject AND NOT memory
    AND list_contains(systems, system) AND level BETWEEN least AND most;

-- "at 0, 1000 kb/s: CEAS Reno 12, 3; CEAS SACK 10, 2"; a dash where there is no value.
CREATE OR REPLACE TEMP MACRO by_level(
    wanted_event, wanted_metric, wanted_subject, systems, least, most, factor
) AS (
    WITH found AS (
        FROM twelve(wanted_event, wanted_metric, wanted_subject, systems, least, most)
    ), levels AS (
        SELECT DISTINCT level FROM found
    ), curves AS (
        SELECT DISTINCT system, variant FROM found
    )
    SELECT
        'at ' || (SELECT string_agg(level, ', ' ORDER BY level) FROM levels) || ' kb/s: '
            || string_agg(words, '; ' ORDER BY words)
    FROM (
        SELECT
            system || ' ' || variant_name(variant) || ' '
                || string_agg(coalesce(readable(mean * factor), '–'), ', ' ORDER BY level) AS words
        FROM curves CROSS JOIN levels LEFT JOIN found USING (system, variant, level)
        GROUP BY system, variant
    )
);

CREATE OR REPLACE TEMP MACRO goodput_by_level(wanted_event, systems, least, most) AS
    'goodput ' || by_level(wanted_event, 'tcp_goodput', 'flow1 whole', systems, least, most, 1e-3)
        || ' kb/s';

-- Throughput and goodput: most figures show one, and beside it another one the other.
CREATE OR REPLACE TEMP MACRO rates(wanted_event, systems, least, most) AS TABLE
FROM twelve(wanted_event, 'tcp_throughput', 'flow1', systems, least, most)
UNION ALL
FROM twelve(wanted_event, 'tcp_goodput', 'flow1 whole', systems, least, most);

CREATE OR REPLACE TEMP MACRO is_worth_comparing(one, other) AS
    greatest(one.mean, other.mean) >= negligible_bps();

-- Is SACK above Reno over CEAS? Cases are levels, in throughput and in goodput.
CREATE OR REPLACE TEMP MACRO sack_above_reno_claim(wanted_event) AS TABLE
WITH cases AS (
    SELECT contrast(sack, reno, 1) AS apart
    FROM rates(wanted_event, ['CEAS'], 0, 5000) AS sack
    JOIN rates(wanted_event, ['CEAS'], 0, 5000) AS reno USING (metric, level)
    WHERE sack.variant = 'sack' AND reno.variant = 'reno' AND is_worth_comparing(sack, reno)
), counted AS (
    SELECT
        count(*) FILTER (apart.low > 0) AS said,
        count(*) FILTER (apart.high < 0) AS against,
        count(*) AS cases
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    goodput_by_level(wanted_event, ['CEAS'], 0, 5000) || '; throughput and goodput: '
        || order_words(said, against, cases) AS evidence
FROM counted;

-- Are the variants alike over LSRP and DVR? Cases are systems and levels, in both rates.
CREATE OR REPLACE TEMP MACRO baselines_variants_alike_claim(wanted_event) AS TABLE
WITH counted AS (
    SELECT
        count(*) FILTER (are_alike(sack, reno, slight_percent())) AS alike,
        count(*) FILTER (are_apart(sack, reno, slight_percent())) AS apart,
        count(*) AS cases
    FROM rates(wanted_event, baselines(), 0, 5000) AS sack
    JOIN rates(wanted_event, baselines(), 0, 5000) AS reno USING (metric, system, level)
    WHERE sack.variant = 'sack' AND reno.variant = 'reno' AND is_worth_comparing(sack, reno)
)
SELECT
    verdict_of_order(alike, apart, cases) AS verdict,
    goodput_by_level(wanted_event, baselines(), 0, 5000) || '; throughput and goodput within '
        || readable(slight_percent()) || ' %: ' || alike_words(alike, apart, cases) AS evidence
FROM counted;

-- Is a metric over CEAS above (sign +1) or below (-1) that of LSRP and DVR, by so many times or
-- more? Cases are baselines, variants and levels where at least one of the two is floor or more.
CREATE OR REPLACE TEMP MACRO ceas_against_baselines_claim(
    sign, times, floor, wanted_event, wanted_metric, wanted_subject, least, most, factor, unit
) AS TABLE
WITH cases AS (
    -- Above zero if so, whichever the sign is.
    SELECT IF(sign > 0, contrast(ants, base, times), contrast(base, ants, times)) AS apart
    FROM twelve(wanted_event, wanted_metric, wanted_subject, ['CEAS'], least, most) AS ants
    JOIN twelve(wanted_event, wanted_metric, wanted_subject, baselines(), least, most) AS base
        USING (variant, level)
    WHERE greatest(ants.mean, base.mean) >= floor
), counted AS (
    SELECT
        count(*) FILTER (apart.low > 0) AS said,
        count(*) FILTER (apart.high < 0) AS against,
        count(*) AS cases
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    by_level(wanted_event, wanted_metric, wanted_subject, all_systems(), least, most, factor)
        || unit || '; ' || order_words(said, against, cases) AS evidence
FROM counted;

-- Does the goodput of the steady network fall with load? Cases are pairs of levels, 1000 kb/s or
-- more apart, for each system and variant.
CREATE OR REPLACE TEMP MACRO falls_with_load_claim(systems, variants) AS TABLE
WITH cases AS (
    SELECT contrast(more, less, 1) AS apart
    FROM twelve('steady', 'tcp_goodput', 'flow1 whole', systems, 0, 5000) AS less
    JOIN twelve('steady', 'tcp_goodput', 'flow1 whole', systems, 0, 5000) AS more
        USING (system, variant)
    WHERE more.level >= less.level + 1000 AND list_contains(variants, variant)
        AND is_worth_comparing(less, more)
), counted AS (
    SELECT
        count(*) FILTER (apart.high < 0) AS said,
        count(*) FILTER (apart.low > 0) AS against,
        count(*) AS cases
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    goodput_by_level('steady', systems, 0, 5000) || '; of pairs of levels 1000 kb/s or more apart: '
        || order_words(said, against, cases) AS evidence
FROM counted;

-- Is a metric of the steady network below a limit? Cases are systems, variants and levels.
CREATE OR REPLACE TEMP MACRO below_claim(
    limit_value, wanted_metric, wanted_subject, least, most, factor, unit
) AS TABLE
WITH counted AS (
    SELECT
        count(*) FILTER (high < limit_value) AS said,
        count(*) FILTER (low >= limit_value) AS against,
        count(*) AS cases
    FROM twelve('steady', wanted_metric, wanted_subject, all_systems(), least, most)
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    by_level('steady', wanted_metric, wanted_subject, all_systems(), least, most, factor) || unit
        || '; below ' || readable(limit_value * factor) || unit || ': '
        || order_words(said, against, cases) AS evidence
FROM counted;

-- Does previous-hop memory raise the goodput, and only slightly? Cases are variants and levels.
CREATE OR REPLACE TEMP MACRO memory_gains_slightly_claim(wanted_event) AS TABLE
WITH counted AS (
    SELECT
        count(*) FILTER (low > 0 AND high <= slight_percent()) AS said,
        count(*) FILTER (high < 0 OR low > slight_percent()) AS against,
        count(*) AS cases,
        string_agg(
            variant_name(variant) || ' at ' || level || printf(' kb/s %+.2f', mean)
                || IF(isfinite(high), printf(' (%.2f to %.2f)', low, high), '') || ' %',
            ', ' ORDER BY variant, level
        ) AS words
    FROM memory_gains
    WHERE scenario_set = 'twelve' AND event = wanted_event AND without_bps >= negligible_bps()
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'goodput with it: ' || words || '; above 0 and up to ' || readable(slight_percent()) || ' %: '
        || order_words(said, against, cases) AS evidence
FROM counted;
