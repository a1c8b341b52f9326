-- page: 5 (conclusion)
-- statement: It does not keep data from going round in cycles.
--
-- With memory packets come back to a node by three links or more.
SELECT
    verdict_of(count(*) FILTER (cycles > 0), count(*)) AS verdict,
    'packets that came back by three links or more, with memory: '
        || string_agg(place || ' ' || readable(cycles), '; ' ORDER BY place) AS evidence
FROM loops_in_failures
WHERE memory
