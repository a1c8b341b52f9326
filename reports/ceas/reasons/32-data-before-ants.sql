-- reason: unknown after these attempts
-- claims: 40-data-first-or-piggybacking-helps; 46-capacity-data-first-or-piggybacking-helps
-- words: The thesis proposes both and runs neither. Data before ants brings TCP near its full rate where a load keeps a queue full, since ants then wait behind it and find the other path. On a slow link that TCP has to itself the queue is not always full, and it gains nothing. Ants that ride on data packets help in neither case: there are then none on a path that data does not take. Tried: both, with SACK and 20 ants a second, five runs each.
SELECT string_agg(words, '; ' ORDER BY words DESC)
FROM (
    SELECT
        split_part(scenario_set, '-', 2) || ', ' || replace(choice, '-', ' ')
            || printf(': TCP %.1f (%.1f to %.1f) Mb/s', mean / 1e6, ci_low / 1e6, ci_high / 1e6) AS words
    FROM points
    WHERE choice IN ('data-before-ants', 'piggyback')
        AND (scenario_set, metric, subject) IN (
            ('choices-congestion', 'tcp_phase_throughput', 'flow1 congestion'),
            ('choices-capacity', 'tcp_throughput', 'flow1')
        )
)
