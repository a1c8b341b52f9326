-- reason: unknown after these attempts
-- cells: Table 4.4 | CEAS (ant rate 20) | *; Table 4.3 | CEAS (ant rate 20) | *
-- words: The printed 75.23 Mb/s is more than the source's 75 Mb/s of payload, so that more than payload must count. Tried: headers and repeated packets (1.3 Mb/s more, and still less than printed), connections that send for 150 s instead of 450 (no more), and a receiver that acknowledges each packet (no more).
SELECT 'SACK, packets of 9000 bytes, second flow: ' || string_agg(
    what || printf(' %.2f Mb/s', mean / 1e6), ', ' ORDER BY what
)
FROM (
    SELECT
        CASE coalesce(choice, '') WHEN '' THEN 'payload of 450 s'
            WHEN 'as-chosen' THEN 'payload of 150 s'
            WHEN 'sack-acknowledges-each' THEN 'payload of 150 s, each packet acknowledged'
            ELSE 'payload of 150 s, ' || choice END AS what,
        mean
    FROM points
    WHERE scenario_set IN ('two-flows', 'choices-two-flows') AND metric = 'tcp_goodput'
        AND subject = 'flow2 whole' AND variant = 'sack' AND packet_bytes = 9000
    UNION ALL
    SELECT 'with headers of 450 s', mean
    FROM points
    WHERE scenario_set = 'two-flows' AND metric = 'tcp_throughput' AND subject = 'flow2'
        AND variant = 'sack' AND packet_bytes = 9000
)
