-- reason: unknown after these attempts
-- cells: Table 4.3 | CEAS (ant rate 20) standard error | *; Table 4.4 | CEAS (ant rate 20) standard error | SACK *
-- words: The longer two connections send, the more alike runs become; with 150 s instead of our 450 Reno's with large packets lie about as far apart as printed. Tried here, too: with small packets they lie far less apart than printed, after 150 s as after 450 s; SACK's with large packets lie further apart than printed after 450 s, and further yet after 150 s.
SELECT 'deviations of both flows, printed, after 150 s and after 450 s: ' || string_agg(
    printf(
        '%s, %d bytes: %.3g and %.3g, %.3g and %.3g, %.3g and %.3g Mb/s', variant_name(variant), packet_bytes,
        printed[1], printed[2], short[1] / 1e6, short[2] / 1e6, long[1] / 1e6, long[2] / 1e6
    ), '; ' ORDER BY packet_bytes, variant
)
FROM (
    SELECT
        variant, packet_bytes,
        list(printed ORDER BY flow) AS printed,
        list(short ORDER BY flow) AS short,
        list(long ORDER BY flow) AS long
    FROM (
        SELECT
            variant, packet_bytes, left(points.subject, 5) AS flow,
            any_value(published) AS printed,
            max(deviation) FILTER (scenario_set = 'choices-two-flows') AS short,
            max(deviation) FILTER (scenario_set = 'two-flows') AS long
        FROM points
        JOIN comparison
            ON comparison.item = IF(packet_bytes = 1500, 'Table 4.3', 'Table 4.4')
            AND ends_with(comparison.row, 'standard error')
            AND comparison."column" = IF(variant = 'sack', 'SACK', 'Reno')
                || replace(left(points.subject, 5), 'flow', ' TCP ')
        WHERE points.metric = 'tcp_goodput' AND ends_with(points.subject, ' whole')
            AND (packet_bytes = 1500 OR variant = 'sack')
            AND (scenario_set = 'two-flows' OR scenario_set = 'choices-two-flows' AND choice = 'as-chosen')
        GROUP BY ALL
    )
    GROUP BY ALL
)
HAVING count(*) > 0
