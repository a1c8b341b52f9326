-- page: 4.2, 6.1
-- statement: LSRP and DVR are ready to send at the full rate in less than a second.
--
-- A connection that starts with the second second is at its full rate at once.
WITH found AS (
    SELECT reached.routing, reached.variant, waited.mean, waited.low, waited.high
    FROM chosen('early-baseline', 'tcp_full_rate_reached', 'flow1 tcp', NULL, NULL) AS reached
    LEFT JOIN chosen('early-baseline', 'tcp_time_to_full_rate', 'flow1 tcp', NULL, NULL) AS waited
        USING (scenario)
)
SELECT
    verdict_of_order(
        count(*) FILTER (high <= at_once_s()),
        count(*) FILTER (low > at_once_s() OR mean IS NULL),
        count(*)
    ) AS verdict,
    'started after 1 s, at the full rate: ' || string_agg(
        routing_name(routing) || ' with ' || variant_name(variant)
            || coalesce(printf(' %.1f s later', mean), ' never'), '; ' ORDER BY routing, variant
    ) AS evidence
FROM found
