-- page: 42
-- statement: With four CBR flows the average delay of Reno peaks highest, at 0.65 s.
WITH peaks AS (
    SELECT variant, max(delay_s) AS peak_s, arg_max(packet, delay_s) AS packet
    FROM average_delays('cbr', 4) WHERE flow = 'mean of the flows' GROUP BY variant
)
SELECT
    verdict_of(
        CAST(arg_max(variant, peak_s) = 'reno' AS INTEGER)
            + CAST(abs(max(peak_s) FILTER (variant = 'reno') - 0.65) < 0.05 AS INTEGER), 2
    ) AS verdict,
    'highest average delays: ' || string_agg(
        variant_name(variant) || printf(' %.2f s (up to packet %d)', peak_s, packet), ', '
        ORDER BY peak_s DESC
    ) AS evidence
FROM peaks
