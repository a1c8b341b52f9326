-- page: 4.6
-- statement: Of two connections neither sends at its full rate.
--
-- Not for ten seconds in any run. Cases are the connections of each variant.
WITH found AS (
    FROM chosen('two-flows', 'tcp_full_rate_reached', 'flow1 tcp', NULL, 1500)
    UNION ALL
    FROM chosen('two-flows', 'tcp_full_rate_reached', 'flow2 tcp', NULL, 1500)
)
SELECT
    verdict_of_never(count(*) FILTER (mean > 0), count(*), min(n)) AS verdict,
    'runs that are at the full rate for ten seconds at some time: ' || string_agg(
        variant_name(variant) || ', ' || flow_name(subject) || printf(' %.0f %%', 100 * mean), '; '
        ORDER BY variant, subject
    ) AS evidence
FROM found
