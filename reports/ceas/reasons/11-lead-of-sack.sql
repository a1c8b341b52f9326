-- reason: unknown after these attempts
-- claims: 64-sack-better-overall
-- words: Two things that the thesis does not print or contradicts put SACK ahead where they act, and not elsewhere. Tried: background packets of 512 bytes (ahead under congestion), and a receiver that acknowledges each packet, against section 3.6.1 (ahead with two connections). On the slow link, which has no background, Reno stays ahead.
SELECT 'SACK''s throughput over Reno''s: ' || string_agg(
    place || printf(' %+.1f %%', 100 * (sack / reno - 1)), ', ' ORDER BY place
)
FROM (
    SELECT
        scenario_set || ' ' || packet_bytes || coalesce(' ' || choice, '') AS place,
        avg(mean) FILTER (variant = 'sack') AS sack,
        coalesce(
            avg(mean) FILTER (variant = 'reno'),
            -- Reno's receiver is as it is printed in either case.
            (
                SELECT avg(plain.mean) FROM points AS plain
                WHERE plain.scenario_set = points.scenario_set AND plain.choice = 'as-chosen'
                    AND plain.variant = 'reno' AND plain.packet_bytes = points.packet_bytes
                    AND plain.metric = 'tcp_throughput' AND starts_with(plain.subject, 'flow')
            )
        ) AS reno
    FROM points
    WHERE scenario_set IN ('congestion', 'capacity', 'two-flows', 'choices-load', 'choices-two-flows')
        AND metric = 'tcp_throughput' AND starts_with(subject, 'flow') AND packet_bytes = 1500
    GROUP BY scenario_set, packet_bytes, choice
)
WHERE sack IS NOT NULL AND reno IS NOT NULL
