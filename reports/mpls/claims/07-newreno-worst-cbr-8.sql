-- page: 44-45
-- statement: With eight CBR flows New Reno performs worst; the average delay is highest for Sack, at 0.9 s, and from packet 200 on for New Reno.
--
-- Cases are the lowest throughput, the highest average of all, and the highest from packet 200 on.
WITH highest AS (
    SELECT packet, arg_max(variant, delay_s) AS variant, max(delay_s) AS delay_s
    FROM average_delays('cbr', 8) WHERE flow = 'mean of the flows' GROUP BY packet
), throughput AS (
    SELECT arg_min(variant, mean) AS lowest FROM points
    WHERE study = 'mpls' AND scenario_set = 'variants' AND metric = 'throughput_percent'
        AND application = 'cbr' AND flows = 8 AND forwarding = 'mpls-control-driven'
), found AS (
    SELECT
        any_value(lowest) AS lowest,
        arg_max(variant, delay_s) AS variant,
        arg_max(packet, delay_s) AS packet,
        max(delay_s) AS delay_s,
        count(*) FILTER (packet >= 200 AND variant = 'newreno') AS newreno_later,
        count(*) FILTER (packet >= 200) AS later,
        string_agg(DISTINCT variant_name(variant), ', ' ORDER BY variant_name(variant))
            FILTER (packet >= 200) AS variants_later
    FROM highest, throughput
)
SELECT
    verdict_of(
        CAST(lowest = 'newreno' AS INTEGER)
            + CAST(variant = 'sack' AND abs(delay_s - 0.9) < 0.05 AS INTEGER)
            + CAST(newreno_later = later AS INTEGER), 3
    ) AS verdict,
    'lowest throughput: ' || variant_name(lowest) || '; highest average delay of all: '
        || printf('%.2f s', delay_s) || ' (' || variant_name(variant) || ', up to packet ' || packet
        || '); highest from packet 200 on: ' || variants_later || ' (New Reno at ' || newreno_later
        || ' of ' || later || ' packets)'
        || (
            SELECT coalesce('; without the sixth flow, of which the tables misprint Sack''s delay, New Reno at '
                || count(*) FILTER (variant = 'newreno') || ' of ' || count(*), '')
            FROM (
                SELECT packet, arg_max(variant, delay_s) AS variant
                FROM (
                    SELECT variant, packet, avg(delay_s) AS delay_s
                    FROM average_delays('cbr', 8)
                    WHERE flow NOT IN ('mean of the flows', 'flow6') AND packet >= 200
                    GROUP BY ALL
                )
                GROUP BY packet
            )
        ) AS evidence
FROM found
