-- reason: unprinted parameter
-- parameter: times to the microsecond
-- cells: Table 4.3 | LSRP | SACK *; Table 4.3 | LSRP | Reno TCP 2; Table 4.3 | DVR | *; Table 4.4 | LSRP | *; Table 4.4 | DVR | *
-- words: Both flows together are as printed within 2 %. How they share the link is an effect of phase: both sources send in step, and whose packet comes first to a full queue decides. A link from one source that is a microsecond longer gives the other one nearly all it asks for, 40 bytes of headers another part again. Nothing that is printed fixes it. What chance has a part in is the phase of TCP's clock: the evidence counts how many different runs it makes.
SELECT 'part of the first flow, printed, ours, and with other choices: ' || string_agg(
    place || printf(' %.1f, %.1f, %s %% (different runs of ours: ', printed, own, others)
        || outcomes || ' of ' || runs || ')', '; ' ORDER BY place
)
FROM (
    SELECT
        routing_name(routing) || ', ' || variant_name(variant) || ', ' || packet_bytes || ' bytes' AS place,
        any_value(printed) AS printed,
        any_value(part) FILTER (choice IS NULL) AS own,
        string_agg(printf('%.1f', part), ' and ' ORDER BY choice) FILTER (choice IS NOT NULL) AS others,
        any_value(outcomes) AS outcomes, any_value(runs) AS runs
    FROM (
        SELECT
            routing, variant, packet_bytes, choice,
            100 * max(mean) FILTER (subject = 'flow1 whole') / sum(mean) AS part
        FROM points
        WHERE scenario_set IN ('two-flows-baseline', 'choices-two-flows-baseline')
            AND metric = 'tcp_goodput' AND subject IN ('flow1 whole', 'flow2 whole')
        GROUP BY ALL
    )
    JOIN (
        SELECT
            scenarios.routing, scenarios.variant, scenarios.packet_bytes,
            100 * max(published) FILTER (comparison.subject = 'flow1 whole') / sum(published) AS printed
        FROM comparison JOIN scenarios USING (study, scenario)
        WHERE scenario_set = 'two-flows-baseline'
        GROUP BY ALL
    ) USING (routing, variant, packet_bytes)
    JOIN (
        SELECT
            routing, variant, packet_bytes,
            count(DISTINCT fingerprint) AS outcomes, count(*) AS runs
        FROM runs JOIN scenarios USING (study, scenario)
        WHERE scenario_set = 'two-flows-baseline'
        GROUP BY ALL
    ) USING (routing, variant, packet_bytes)
    GROUP BY routing, variant, packet_bytes
)
