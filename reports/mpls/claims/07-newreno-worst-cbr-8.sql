-- page: 44
-- statement: With eight CBR flows New Reno performs worst; Sack's delay peaks highest at the start, New Reno's average from packet 200 on.
WITH averages AS (
    SELECT variant, CAST(regexp_extract(subject, '-(\d+)$', 1) AS INTEGER) AS packet,
        avg(mean) AS delay_s
    FROM points
    WHERE study = 'mpls' AND scenario_set = 'variants' AND application = 'cbr' AND flows = 8
        AND forwarding = 'mpls-control-driven' AND metric = 'mean_delay_up_to_packet'
    GROUP BY ALL
), highest AS (
    SELECT packet, arg_max(variant, delay_s) AS variant, max(delay_s) AS delay_s
    FROM averages GROUP BY packet
), throughput AS (
    SELECT arg_min(variant, mean) AS lowest FROM points
    WHERE study = 'mpls' AND scenario_set = 'variants' AND metric = 'throughput_percent'
        AND application = 'cbr' AND flows = 8 AND forwarding = 'mpls-control-driven'
)
SELECT
    verdict_of(
        CAST(any_value(lowest) = 'newreno' AS INTEGER)
            + CAST(count(*) FILTER (packet >= 200 AND variant <> 'newreno') = 0 AS INTEGER), 2
    ) AS verdict,
    'lowest throughput: ' || variant_name(any_value(lowest)) || '; highest average delay from packet 200 on: '
        || string_agg(DISTINCT variant_name(variant), ', ' ORDER BY variant_name(variant))
            FILTER (packet >= 200)
        || '; highest average of all: ' || printf('%.2f s', max(delay_s)) || ' ('
        || variant_name(arg_max(variant, delay_s)) || ')' AS evidence
FROM highest, throughput
