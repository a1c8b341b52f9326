-- reason: unknown after these attempts
-- cells: Table 4.4 | CEAS (ant rate 20) | *
-- words: The printed 74.9 and 75.23 Mb/s of SACK with packets of 9000 bytes are nearly all, and more, than the 75 Mb/s of payload that their sources make, so that more than payload must count. Tried: headers and repeated packets (1.3 Mb/s more, and still less than printed), connections that send for 150 s instead of 450, and a receiver that acknowledges each packet (hardly more).
SELECT 'SACK, packets of 9000 bytes, first and second flow: ' || string_agg(
    what || printf(' %.2f and %.2f Mb/s', one / 1e6, other / 1e6), ', ' ORDER BY what
)
FROM (
    SELECT
        what, max(mean) FILTER (flow = 'flow1') AS one, max(mean) FILTER (flow = 'flow2') AS other
    FROM (
        SELECT
            left(subject, 5) AS flow,
            CASE coalesce(choice, '') WHEN '' THEN 'payload of 450 s'
                WHEN 'as-chosen' THEN 'payload of 150 s'
                WHEN 'sack-acknowledges-each' THEN 'payload of 150 s, each packet acknowledged'
                ELSE 'payload of 150 s, ' || choice END AS what,
            mean
        FROM points
        WHERE scenario_set IN ('two-flows', 'choices-two-flows') AND metric = 'tcp_goodput'
            AND subject IN ('flow1 whole', 'flow2 whole')
            AND variant = 'sack' AND packet_bytes = 9000
        UNION ALL
        SELECT subject, 'with headers of 450 s', mean
        FROM points
        WHERE scenario_set = 'two-flows' AND metric = 'tcp_throughput'
            AND subject IN ('flow1', 'flow2') AND variant = 'sack' AND packet_bytes = 9000
    )
    GROUP BY what
)
