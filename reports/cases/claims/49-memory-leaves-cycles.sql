-- page: 5 (conclusion)
-- statement: Previous-hop memory does not keep data from going round in cycles.
--
-- That it happens at all: in one run with memory or more, packets come back to a node by three links
-- or more.
SELECT
    CASE
        WHEN sum(cycles) > 0 THEN 'confirmed'
        WHEN min(replications) < fewest_runs() THEN 'undecided'
        WHEN count(*) > 0 THEN 'refuted'
    END AS verdict,
    'packets that came back by three links or more, with memory: '
        || string_agg(place || ': ' || readable(cycles), '; ' ORDER BY place) AS evidence
FROM loops_in_failures
WHERE memory
