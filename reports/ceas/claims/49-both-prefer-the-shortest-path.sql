-- page: 4.6
-- statement: With packets of 1500 bytes node 3 sends the ants of both connections along the shortest path far more often than along the other.
--
-- Far more often: by a fifth or more, so with a mean probability of 6 in 11 or more.
WITH found AS (
    FROM chosen('two-flows', 'ceas_mean_probability', '0-8 whole', NULL, 1500)
    UNION ALL
    FROM chosen('two-flows', 'ceas_mean_probability', '2-6 whole', NULL, 1500)
)
SELECT
    verdict_of_order(
        count(*) FILTER (low >= least), count(*) FILTER (high < least), count(*)
    ) AS verdict,
    'mean probability from 3 to 4: ' || string_agg(
        variant_name(variant) || ', ' || left(subject, 3) || printf(' %.3f', mean), '; '
        ORDER BY variant, subject
    ) AS evidence
FROM found CROSS JOIN (SELECT considerable_times() / (1 + considerable_times()) AS least)
