-- page: 44-45
-- statement: With eight CBR flows Vegas loses only few packets and the others more; it has the highest throughput and the lowest delay.
--
-- Three parts, each judged beside each other variant.
WITH found AS (
    SELECT
        variant,
        sum(mean) FILTER (metric = 'packets_lost') AS lost,
        avg(mean) FILTER (metric = 'mean_delay') AS delay_s,
        max(mean) FILTER (metric = 'throughput_percent' AND subject = 'all') AS percent
    FROM points
    WHERE study = 'mpls' AND scenario_set = 'variants' AND application = 'cbr' AND flows = 8
        AND forwarding = 'mpls-control-driven'
    GROUP BY variant
), pairs AS (
    SELECT
        vegas.lost < other.lost AS fewer, vegas.percent > other.percent AS higher,
        vegas.delay_s < other.delay_s AS lower
    FROM found AS vegas JOIN found AS other ON vegas.variant = 'vegas' AND other.variant <> 'vegas'
)
SELECT
    verdict_of_parts(
        [count(*) FILTER (fewer), count(*) FILTER (higher), count(*) FILTER (lower)], count(*)
    ) AS verdict,
    (
        SELECT 'packets lost, throughput, mean delay: ' || string_agg(
            variant_name(variant) || printf(' %.0f, %.1f %%, %.0f ms', lost, percent, 1000 * delay_s), '; '
            ORDER BY lost
        ) FROM found
    ) AS evidence
FROM pairs
