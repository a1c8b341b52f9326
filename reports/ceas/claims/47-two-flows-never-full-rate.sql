-- page: 4.6
-- statement: Of two connections neither sends at its full rate.
--
-- In no run, as far as runs can tell: the interval of the share of runs lies below a quarter.
WITH found AS (
    FROM chosen('two-flows', 'tcp_full_rate_reached', 'flow1 tcp', NULL, 1500)
    UNION ALL
    FROM chosen('two-flows', 'tcp_full_rate_reached', 'flow2 tcp', NULL, 1500)
)
SELECT
    verdict_of_order(
        count(*) FILTER (high < 0.25), count(*) FILTER (low > 0.25), count(*)
    ) AS verdict,
    'share of the runs that reach it: ' || string_agg(
        variant_name(variant) || ', ' || flow_name(subject) || printf(' %.0f %%', 100 * mean), '; '
        ORDER BY variant, subject
    ) AS evidence
FROM found
