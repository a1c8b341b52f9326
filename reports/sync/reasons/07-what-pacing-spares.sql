-- reason: unknown after these attempts
-- claims: 17-pacing-makes-it-more-even
-- words: The report proposes it, and tries it nowhere. Pacing prevents overflows, and with RED and a queue of 20 only a few of the drops are overflows: Hybla's share is a little smaller with it at most delays. Tried: a queue of 10 without RED, where every drop is an overflow: there shares become more even at nearly all delays.
SELECT 'overflows among the drops, with RED and a queue of 20: ' || string_agg(
    CASE scenario_set WHEN 'red' THEN 'a window at once' ELSE 'paced' END
        || printf(' %.1f %%', overflows), ', ' ORDER BY scenario_set
)
FROM (
    SELECT scenario_set, avg(mean) AS overflows
    FROM points
    WHERE study = 'sync' AND metric = 'overflow_share'
        AND (scenario_set = 'red-paced' OR scenario_set = 'red' AND queue_packets = 20)
    GROUP BY scenario_set
)
