-- page: 5.3
-- statement: First connection: over CEAS its rate grows some time after the failures have begun.
WITH thirds AS (
    SELECT
        memory,
        avg(sent_bps) FILTER (third = 0) AS early,
        avg(sent_bps) FILTER (third = 2) AS late
    FROM first_connection() GROUP BY memory
)
SELECT
    as_printed_network(verdict_of_runs(count(*) FILTER (late > early), count(*))) AS verdict,
    uninett_size()
        || 'mean rate in the first and the last third of the time until 34-35 fails (first '
        || 'replication): ' || string_agg(
            memory_name(memory) || printf(' %.3g and %.3g Mb/s', early / 1e6, late / 1e6),
            ', ' ORDER BY memory
        ) AS evidence
FROM thirds WHERE early IS NOT NULL AND late IS NOT NULL
