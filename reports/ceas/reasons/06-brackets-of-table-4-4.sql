-- reason: unprinted parameter
-- parameter: how long two connections send
-- cells: Table 4.4 | CEAS (ant rate 20) standard error | Reno *
-- words: A flow that falls behind makes up for it, since its source waits for it: the longer it sends, the more alike runs become. With 450 s (ours) Reno's runs end alike, with 150 s they differ as much as the printed ones.
SELECT 'deviation of Reno''s runs with packets of 9000 bytes, printed, after 150 s and after 450 s: '
    || string_agg(
        flow_name(flow) || printf(' %.2f, %.2f, %.4f Mb/s', printed, short_bps / 1e6, long_bps / 1e6),
        '; ' ORDER BY flow
    )
FROM (
    SELECT
        points.subject AS flow,
        max(deviation) FILTER (scenario_set = 'choices-two-flows') AS short_bps,
        max(deviation) FILTER (scenario_set = 'two-flows') AS long_bps,
        any_value(published) AS printed
    FROM points
    JOIN (
        SELECT published, replace("column", 'Reno TCP ', 'flow') || ' whole' AS subject
        FROM comparison
        WHERE item = 'Table 4.4' AND ends_with(row, 'standard error')
    ) AS printed USING (subject)
    WHERE metric = 'tcp_goodput' AND variant = 'reno' AND packet_bytes = 9000
        AND (scenario_set = 'two-flows' OR scenario_set = 'choices-two-flows' AND choice = 'as-chosen')
    GROUP BY points.subject
)
HAVING count(*) > 0
