-- reason: unknown after these attempts
-- cells: Table 4.3 | CEAS (ant rate 20) standard error | *
-- words: Tried: deviations between runs, within runs over bins of 0.5 to 20 s, and of the mean over runs at a moment. Bins of 10 s are nearest to all four, and they are compared with these; what still differs is less than a fifth of the printed value.
SELECT 'deviation within runs by the width of bins: ' || string_agg(
    variant_name(variant) || ', ' || flow_name(subject)
        || printf(', %s s: %.1f Mb/s', split_part(subject, ' ', 2), mean / 1e6), '; '
    ORDER BY variant, subject[:5], CAST(split_part(subject, ' ', 2) AS DOUBLE)
)
FROM points
WHERE scenario_set = 'two-flows' AND packet_bytes = 1500 AND metric = 'tcp_deviation_by_bin'
