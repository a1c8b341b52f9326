-- reason: unprinted parameter
-- parameter: which pairs of nodes send the background
-- claims: 18-failures-cost-ceas-more
-- words: Clearly so with up to 2000 kb/s. With 2500 kb/s LSRP loses as much: what is led around the links that fail meets load everywhere. From which load on it does depends on the pairs.
SELECT 'goodput while links are down, of that before: ' || string_agg(listed, '; ' ORDER BY load)
FROM (
    SELECT
        split_part(scenario, '/', -1)::INTEGER AS load,
        load || ' kb/s of load: ' || string_agg(
            printf('%s %.0f (%.0f to %.0f) %%', name, mean, ci_low, ci_high), ', ' ORDER BY name
        ) AS listed
    FROM (
        SELECT
            *,
            CASE split_part(scenario, '/', 3) WHEN 'link-state' THEN 'LSRP'
                WHEN 'distance-vector' THEN 'DVR' ELSE 'CEAS' END AS name
        FROM cases_measures
        WHERE metric = 'kept' AND subject = 'flow1 failure of before' AND n >= 5 AND (
            starts_with(scenario, 'twelve/failures/false/sack/')
            OR regexp_matches(scenario, '^twelve-baseline/failures/[a-z-]+/sack/')
        )
    )
    WHERE load BETWEEN 1500 AND 2500
    GROUP BY load
)
