-- page: 5.3
-- statement: Third connection: while 5-1 fails some packets go round in a cycle in spite of the memory.
--
-- They come back to a node by three links or more.
SELECT
    as_printed_network(
        verdict_of_happening(count(*) FILTER (cycles > 0), count(*), min(replications))
    ) AS verdict,
    uninett_size() || 'packets that came back by three links or more: '
        || string_agg(readable(cycles), ', ') AS evidence
FROM loops_in_failures
WHERE memory AND place LIKE 'UNINETT%, 1500 bytes, 41 to 51'
