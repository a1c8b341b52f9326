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
    CASE WHEN NOT bool_or(happens) AND runs_then(max(replications)) < fewest_runs() THEN 'undecided'
        ELSE verdict_of(count(*) FILTER (happens), count(*)) END AS verdict,
    'packets sent back: ' || string_agg(words, '; ' ORDER BY words) AS evidence
FROM networks
