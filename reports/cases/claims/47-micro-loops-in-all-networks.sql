-- page: 5 (conclusion)
-- statement: When links fail data goes back and forth between nodes, in these networks too.
SELECT
    verdict_of(count(*) FILTER (micro_loops > 0), count(*)) AS verdict,
    'packets sent back: ' || string_agg(place || ': ' || readable(micro_loops), '; ' ORDER BY place)
        AS evidence
FROM loops_in_failures
WHERE NOT memory
