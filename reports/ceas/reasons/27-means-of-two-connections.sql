-- reason: unknown after these attempts
-- cells: Table 4.3 | CEAS (ant rate 20) | *
-- words: Ours are some per cent less. Beside the printed brackets they would agree, but these can't be what runs deviate by. Tried: a receiver of SACK that acknowledges each packet, with which both connections together have what is printed, against section 3.6.1, and the stop rule of ns-2.35.
SELECT 'both connections together, printed and ours: ' || string_agg(
    variant || printf(' %.2f Mb/s, ', printed) || ours, '; ' ORDER BY variant
)
FROM (
    SELECT split_part("column", ' ', 1) AS variant, sum(published) AS printed
    FROM comparison
    WHERE item = 'Table 4.3' AND row = 'CEAS (ant rate 20)'
    GROUP BY variant
) JOIN (
    SELECT variant, string_agg(what || printf(' %.2f', total), ', ' ORDER BY what) AS ours
    FROM (
        SELECT
            variant_name(variant) AS variant,
            CASE coalesce(choice, '') WHEN '' THEN 'after 450 s' WHEN 'as-chosen' THEN 'after 150 s'
                ELSE 'after 150 s, ' || replace(choice, '-', ' ') END AS what,
            sum(mean) / 1e6 AS total
        FROM points
        WHERE scenario_set IN ('two-flows', 'choices-two-flows') AND packet_bytes = 1500
            AND metric = 'tcp_goodput' AND ends_with(subject, ' whole')
        GROUP BY ALL
    )
    GROUP BY variant
) USING (variant)
