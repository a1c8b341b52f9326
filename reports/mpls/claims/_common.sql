-- What several claims of this study ask.

-- A variant as the thesis writes it.
CREATE OR REPLACE TEMP MACRO variant_name(variant_key) AS
    CASE variant_key WHEN 'newreno' THEN 'New Reno' WHEN 'reno' THEN 'Reno' WHEN 'sack' THEN 'Sack'
        WHEN 'tahoe' THEN 'Tahoe' WHEN 'vegas' THEN 'Vegas' ELSE coalesce(variant_key, '') END;

-- How packets are forwarded, in words.
CREATE OR REPLACE TEMP MACRO forwarding_name(forwarding_key) AS
    CASE forwarding_key WHEN 'ip' THEN 'IP'
        WHEN 'mpls-control-driven' THEN 'MPLS with labels set up by routing'
        WHEN 'mpls-data-driven' THEN 'MPLS with labels set up by data' ELSE forwarding_key END;

-- Is the mean delay of Vegas about so many percent below that of each other variant? Two parts, that it
-- is below and by how much, each judged beside each other variant. "About" is taken as within five
-- percentage points.
CREATE OR REPLACE TEMP MACRO vegas_delay_claim(traffic, flow_count, claimed_percent) AS TABLE
WITH delays AS (
    SELECT variant, avg(mean) AS delay_s
    FROM points
    WHERE study = 'mpls' AND scenario_set = 'variants' AND metric = 'mean_delay'
        AND application = traffic AND flows = flow_count AND forwarding = 'mpls-control-driven'
    GROUP BY variant
), reductions AS (
    SELECT 100 * (1 - vegas.delay_s / other.delay_s) AS percent
    FROM delays AS other JOIN delays AS vegas ON vegas.variant = 'vegas'
    WHERE other.variant <> 'vegas'
)
SELECT
    verdict_of_parts(
        [count(*) FILTER (percent > 0), count(*) FILTER (abs(percent - claimed_percent) <= 5)],
        count(*)
    ) AS verdict,
    'Vegas is below the others by ' || span(min(percent), max(percent)) || ' %'
        || CASE WHEN max(abs(percent - claimed_percent)) <= 5 THEN ''
            ELSE ', and not by about ' || claimed_percent || ' %'
                || IF(min(abs(percent - claimed_percent)) <= 5, ' in each case', '')
            END AS evidence
FROM reductions;

-- Means of a metric under random loss, with the values of the replications, which share the seeds.
CREATE OR REPLACE TEMP MACRO with_loss(wanted_metric) AS TABLE
SELECT variant, packet_error_percent AS percent, n, mean, is_exact, runs
FROM points JOIN values_by_seed USING (study, scenario, metric, subject)
WHERE study = 'mpls' AND scenario_set = 'losses' AND metric = wanted_metric;

-- Is a variant's value the smallest of all (sign -1) or the largest (+1) at a rate? Clearly so if the
-- differences of runs with the same seed say it of each other variant, clearly not if they say the
-- opposite of any.
CREATE OR REPLACE TEMP MACRO is_extreme(sign, wanted_variant, wanted_metric) AS TABLE
SELECT
    percent,
    bool_and(IF(sign < 0, apart.high < 0, apart.low > 0)) AS said,
    bool_or(IF(sign < 0, apart.low > 0, apart.high < 0)) AS against
FROM (
    SELECT one.percent, contrast(one, other, 1) AS apart
    FROM with_loss(wanted_metric) AS one JOIN with_loss(wanted_metric) AS other
        ON one.percent = other.percent AND one.variant = wanted_variant
            AND other.variant <> wanted_variant
)
GROUP BY percent;

-- Mean delays of Vegas and Sack at loss rates from ... to ... percent, for evidence.
CREATE OR REPLACE TEMP MACRO delays_with_loss(from_percent, to_percent) AS (
    SELECT
        'mean delay of Vegas and Sack in ms, ' || string_agg(
            CASE scenario_set WHEN 'losses' THEN 'mean of the replications' ELSE 'replayed' END
                || ' at ' || percent || ' %: '
                || printf('%.1f and %.1f', 1000 * vegas, 1000 * sack),
            '; ' ORDER BY scenario_set, percent
        )
    FROM (
        SELECT
            packet_error_percent AS percent,
            scenario_set,
            max(mean) FILTER (variant = 'vegas') AS vegas,
            max(mean) FILTER (variant = 'sack') AS sack
        FROM points
        WHERE study = 'mpls' AND metric = 'mean_delay' AND subject = 'flow1'
            AND scenario_set IN ('losses', 'losses-replayed')
            AND packet_error_percent BETWEEN from_percent AND to_percent
        GROUP BY ALL
    )
);

-- The mean delay up to a packet, by variant, of so many flows over MPLS: of each flow, and of all.
CREATE OR REPLACE TEMP MACRO average_delays(traffic, flow_count) AS TABLE
    WITH flows_alone AS (
        SELECT
            variant, split_part(subject, ' ', 1) AS flow,
            CAST(regexp_extract(subject, '-(\d+)$', 1) AS INTEGER) AS packet,
            mean AS delay_s
        FROM points
        WHERE study = 'mpls' AND scenario_set = 'variants' AND application = traffic
            AND flows = flow_count AND forwarding = 'mpls-control-driven'
            AND metric = 'mean_delay_up_to_packet'
    )
    FROM flows_alone
    UNION ALL
    SELECT variant, 'mean of the flows', packet, avg(delay_s) FROM flows_alone GROUP BY ALL;
