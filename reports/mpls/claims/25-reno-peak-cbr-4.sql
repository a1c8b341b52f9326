-- page: 42
-- statement: With four CBR flows the average delay of Reno peaks highest, at 0.65 s, and until the end of the simulation.
--
-- Three parts: the highest average of all, its size, and the highest average up to packet 1000, where no flow
-- has ended.
WITH peaks AS (
    SELECT
        variant, max(delay_s) AS peak_s, arg_max(packet, delay_s) AS packet,
        max(delay_s) FILTER (packet = (
            SELECT max(packet) FROM average_delays('cbr', 4) WHERE packet <= 1000
        )) AS late_s
    FROM average_delays('cbr', 4) WHERE flow = 'mean of the flows' GROUP BY variant
)
SELECT
    verdict_of(
        CAST(arg_max(variant, peak_s) = 'reno' AS INTEGER)
            + CAST(abs(max(peak_s) FILTER (variant = 'reno') - 0.65) < 0.05 AS INTEGER)
            + CAST(arg_max(variant, late_s) = 'reno' AS INTEGER), 3
    ) AS verdict,
    'highest average delays, and those up to the last packet that all flows have: ' || string_agg(
        variant_name(variant) || printf(' %.2f (up to packet %d) and %.2f s', peak_s, packet, late_s), ', '
        ORDER BY peak_s DESC
    ) AS evidence
FROM peaks
