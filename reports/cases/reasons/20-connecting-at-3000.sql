-- reason: unprinted parameter
-- parameter: which pairs of nodes send the background
-- claims: 04-ceas-connects-much-sooner-at-3000
-- words: From which load on a connection waits depends on how many of the pairs share its path. Here the queues begin to overflow at 3000 kb/s: over CEAS a run waits from 0.1 to 9 s, over DVR half a second. With 3500 kb/s it is as said, clearly: connecting takes over two minutes over LSRP and DVR.
SELECT 'seconds until connected: ' || string_agg(words, '; ' ORDER BY routing)
FROM (
    SELECT
        coalesce(routing, 'CEAS') AS routing,
        coalesce(routing, 'CEAS') || ' ' || string_agg(
            printf('%.2f (%.2f to %.2f) at %d', mean, ci_low, ci_high, background_kbps), ', '
            ORDER BY background_kbps
        ) || ' kb/s' AS words
    FROM cases_measures JOIN scenarios USING (scenario)
    WHERE metric = 'connect_time_or_end' AND subject = 'flow1' AND event = 'steady'
        AND scenario_set IN ('twelve', 'twelve-baseline') AND variant = 'sack'
        AND background_kbps IN (2500, 3000, 3500) AND previous_hop_memory IS DISTINCT FROM true
    GROUP BY routing
)
