-- reason: unknown after these attempts
-- claims: 37-large-packets-leave-baselines
-- words: Over the whole connection, as throughput is defined, some of them gain a little; CEAS gains many times that. What is considerable elsewhere, a fifth, none of them gains; with a tenth as the limit, as this was judged first, some do. Tried: the time of the congestion alone, with which they gain more percent of less, and, with packets of 9000 bytes, background that stays at 1500 and queues that count bytes, with which LSRP gains more.
WITH gains AS (
    SELECT
        scenario_set, choice, coalesce(routing_name(routing), 'CEAS') AS name, subject,
        avg(mean / 1e6) FILTER (packet_bytes = 1500) AS small,
        avg(mean / 1e6) FILTER (packet_bytes = 9000) AS large
    FROM points
    WHERE metric = 'tcp_goodput' AND subject IN ('flow1 congestion', 'flow1 whole')
        AND scenario_set IN ('congestion', 'congestion-baseline', 'choices-load-baseline')
        AND (choice IS NULL OR choice IN ('as-chosen', 'load-of-1500-bytes', 'queues-of-bytes'))
    GROUP BY ALL
), told AS (
    SELECT
        CASE WHEN choice IS NOT NULL THEN 'in the first 100 s of it'
            WHEN subject = 'flow1 whole' THEN 'over the whole connection'
            ELSE 'during the congestion' END AS part,
        name || coalesce(', ' || replace(nullif(choice, 'as-chosen'), '-', ' '), '') AS what,
        -- With packets of 1500 bytes both choices are, or nearly are, what is chosen.
        coalesce(small, max(small) OVER (PARTITION BY scenario_set, name, subject)) AS small,
        large
    FROM gains
    WHERE choice IS NULL OR subject = 'flow1 congestion'
)
SELECT 'goodput in Mb/s with packets of 1500 and of 9000 bytes, ' || string_agg(words, '; ' ORDER BY part)
FROM (
    SELECT
        part,
        part || ': ' || string_agg(
            printf('%s %.2f and %.2f (%+.0f %%)', what, small, large, 100 * (large / small - 1)), ', '
            ORDER BY what
        ) AS words
    FROM told
    GROUP BY part
)
