-- page: 5 (conclusion)
-- statement: When links fail data goes back and forth between nodes, in these networks too.
--
-- That it happens at all, in each of the networks.
WITH networks AS (
    SELECT
        sum(micro_loops) > 0 AS happens,
        max(replications) AS replications,
        string_agg(place || ': ' || readable(micro_loops), '; ' ORDER BY place) AS words
    FROM loops_in_failures
    WHERE NOT memory
    GROUP BY network_words
)
SELECT
    verdict_of_happening(count(*) FILTER (happens), count(*), min(replications)) AS verdict,
    'packets sent back: ' || string_agg(words, '; ' ORDER BY words) AS evidence
FROM networks
