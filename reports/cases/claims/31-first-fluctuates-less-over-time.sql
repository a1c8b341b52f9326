-- page: 5.3
-- statement: First connection: over time its rate fluctuates less.
WITH thirds AS (
    SELECT
        memory,
        stddev_samp(sent_bps) FILTER (third = 0) AS early,
        stddev_samp(sent_bps) FILTER (third = 2) AS late
    FROM first_connection() GROUP BY memory
)
SELECT
    as_printed_network(verdict_of_runs(count(*) FILTER (late < early), count(*))) AS verdict,
    uninett_size()
        || 'standard deviation of the rate in the first and the last third of the time until 34-35 '
        || 'fails (first replication, with the same draws in each): ' || string_agg(
            memory_name(memory) || printf(' %.3g and %.3g Mb/s', early / 1e6, late / 1e6),
            ', ' ORDER BY memory
        ) AS evidence
FROM thirds WHERE early IS NOT NULL AND late IS NOT NULL
