-- page: 53
-- statement: With four FTP flows the delay of Reno peaks highest, at 1.8 s, and until the end of the simulation.
--
-- Three parts: the highest peak of all, its size, and the highest peak in the last quarter of the packets.
WITH series AS (
    SELECT variant, packet, max_delay_s, max(packet) OVER () AS last
    FROM delay_series JOIN scenarios USING (study, scenario)
    WHERE study = 'mpls' AND scenario_set = 'variants' AND application = 'ftp' AND flows = 4
        AND forwarding = 'mpls-control-driven'
), peaks AS (
    SELECT
        variant, max(max_delay_s) AS peak_s,
        max(max_delay_s) FILTER (packet >= 0.75 * last) AS late_s
    FROM series GROUP BY variant
)
SELECT
    verdict_of(
        CAST(arg_max(variant, peak_s) = 'reno' AS INTEGER)
            + CAST(abs(max(peak_s) FILTER (variant = 'reno') - 1.8) < 0.05 AS INTEGER)
            + CAST(arg_max(variant, late_s) = 'reno' AS INTEGER), 3
    ) AS verdict,
    'largest delays, and in the last quarter of the packets: ' || string_agg(
        variant_name(variant) || printf(' %.2f and %.2f s', peak_s, late_s), ', ' ORDER BY peak_s DESC
    ) AS evidence
FROM peaks
