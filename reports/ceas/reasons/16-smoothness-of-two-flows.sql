-- reason: unknown after these attempts
-- claims: 56-sack-smoother
-- words: Reno's rates are the smoother ones. Tried: connections that send for 150 s instead of 450, and there a receiver that acknowledges each packet, which section 3.6.1 rules out; with both the difference between the variants is less than that between runs.
SELECT 'deviation of the rate with packets of 9000 bytes: ' || string_agg(
    what || ': ' || printf('%s, %s: %.1f Mb/s', variant_name(variant), flow, mean / 1e6), ', '
    ORDER BY what, flow, variant
)
FROM (
    SELECT
        CASE coalesce(choice, '') WHEN '' THEN '450 s' WHEN 'as-chosen' THEN '150 s'
            ELSE '150 s, ' || choice END AS what,
        variant, flow_name(subject) AS flow, mean
    FROM points
    WHERE scenario_set IN ('two-flows', 'choices-two-flows') AND metric = 'tcp_rate_deviation'
        AND packet_bytes = 9000 AND subject IN ('flow1 whole', 'flow2 whole')
)
