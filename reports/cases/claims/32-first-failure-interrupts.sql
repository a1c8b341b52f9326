-- page: 5.3
-- statement: First connection: when the link 34-35 fails, sending is interrupted.
--
-- Within 20 s a piece of the series is below a tenth of the mean rate since 5-1 began to fail.
WITH found AS (
    SELECT
        memory,
        avg(sent_bps) FILTER (since_failure_s < 0) AS usual,
        min(sent_bps) FILTER (since_failure_s BETWEEN 0 AND 20) AS least
    FROM first_connection() GROUP BY memory
)
SELECT
    as_printed_network(verdict_of_runs(count(*) FILTER (least < usual / 10), count(*))) AS verdict,
    uninett_size()
        || 'mean rate until then and lowest rate in the 20 s after it (first replication, with the same draws in each): '
        || string_agg(
            memory_name(memory) || printf(' %.3g and %.3g Mb/s', usual / 1e6, least / 1e6),
            ', ' ORDER BY memory
        ) AS evidence
FROM found WHERE usual IS NOT NULL AND least IS NOT NULL
