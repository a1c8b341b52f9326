-- page: 4.2
-- statement: With LSRP and DVR nothing arrives out of order, and the throughput is stable.
--
-- Stable: at the full rate within two seconds, for ten seconds or more.
SELECT
    verdict_of_order(
        count(*) FILTER (late.high = 0 AND soon.high <= at_once_s()),
        count(*) FILTER (late.low > 0 OR soon.low > at_once_s() OR soon.mean IS NULL),
        count(*)
    ) AS verdict,
    string_agg(
        routing_name(late.routing) || ' with ' || variant_name(late.variant)
            || printf(': %.3g %% out of order, ', late.mean)
            || coalesce(printf('full rate after %.1f s', soon.mean), 'never at the full rate'),
        '; ' ORDER BY late.scenario
    ) AS evidence
FROM chosen('start-baseline', 'tcp_out_of_order', 'flow1 whole', NULL, NULL) AS late
LEFT JOIN chosen('start-baseline', 'tcp_time_to_full_rate', 'flow1 tcp', NULL, NULL) AS soon
    USING (scenario)
