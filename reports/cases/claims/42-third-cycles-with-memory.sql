-- page: 5.3
-- statement: Third connection: while 5-1 fails some packets go round in a cycle in spite of the memory.
--
-- They come back to a node by three links or more.
SELECT
    as_printed_network(
        verdict_of_happening(count(*) FILTER (cycles > 0), count(*), min(replications))
    ) AS verdict,
    uninett_size() || 'packets that came back by three links or more: '
        || string_agg(readable(cycles), ', ') || coalesce(
            '; by three links at 5, 4 and 33, which the thesis names: ' || (
                SELECT string_agg(readable(coalesce(mean, 0)), ', ' ORDER BY place)
                FROM (
                    SELECT unnest([1, 2, 3]) AS place, unnest(['5', '4', '33']) AS node
                ) LEFT JOIN (
                    SELECT split_part(subject, ' at ', 2) AS node, avg(mean) AS mean
                    FROM cases_points SEMI JOIN uninett_sets USING (scenario_set)
                    WHERE metric = 'ceas_loops_at_nodes' AND memory AND bytes = 1500
                        AND starts_with(subject, '41-51 ')
                    GROUP BY node
                ) USING (node)
            ), ''
        ) AS evidence
FROM loops_in_failures
WHERE memory AND place LIKE 'UNINETT%, 1500 bytes, 41 to 51'
