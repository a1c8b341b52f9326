-- kind: table
-- definition: When a colony has settled on its best path after an event, before the next one: when the best is at least 100 times as probable as others. The best path is the long one between a failure and the restoration, else the short one. Others are, by rule: node-3, the next node of the other path, where the paths part; node-3-all, all other neighbours there together; path, the whole other path (without the link that fails, after a failure). By moment: first reached, or reached and kept until the next event. NULL if never.
-- needs: fork_probabilities, path_probabilities, run_events, run_parameters
WITH events AS (
    SELECT
        run_id, event, time_ns AS event_ns,
        lead(time_ns) OVER (PARTITION BY run_id ORDER BY time_ns) AS next_ns
    FROM run_events
    WHERE event <> 'tcp'
),
states AS (
    SELECT
        run_id, subject, time_ns, until_ns, 'node-3' AS rule,
        short >= 100 * long AS on_short, long >= 100 * short AS on_long
    FROM fork_probabilities
    UNION ALL
    SELECT
        run_id, subject, time_ns, until_ns, 'node-3-all',
        short >= 100 * (1 - short), long >= 100 * (1 - long)
    FROM fork_probabilities
    UNION ALL
    SELECT
        run_id, subject, time_ns, until_ns, 'path',
        short >= 100 * long, long_up >= 100 * short_up
    FROM path_probabilities
),
judged AS (
    SELECT
        run_id, subject, event, rule, event_ns,
        greatest(time_ns, event_ns) AS at_ns,
        CASE WHEN event = 'failure' THEN on_long ELSE on_short END AS settled
    FROM states JOIN events USING (run_id)
    WHERE event IN ('start', 'failure', 'restoration')
        AND time_ns < next_ns AND until_ns > event_ns
),
marked AS (
    SELECT
        *,
        max(at_ns) FILTER (NOT settled) OVER (PARTITION BY run_id, subject, event, rule)
            AS last_unsettled_ns
    FROM judged
)
SELECT
    run_id, subject, event, rule,
    unnest(['first', 'stayed']) AS moment,
    unnest([first_ns - event_ns, stayed_ns - event_ns]) / 1e9 AS time_s,
    unnest([first_ns - event_ns, stayed_ns - event_ns]) / 1e9 * ants_per_s AS ants
FROM (
    SELECT
        run_id, subject, event, rule, event_ns,
        min(at_ns) FILTER (settled) AS first_ns,
        min(at_ns) FILTER (
            settled AND (last_unsettled_ns IS NULL OR at_ns > last_unsettled_ns)
        ) AS stayed_ns
    FROM marked
    GROUP BY run_id, subject, event, rule, event_ns
)
JOIN (
    SELECT
        run_id,
        CAST(json_extract_string(parameters, '$.ceas.ant_rate_per_s') AS DOUBLE)
        * (1 + CAST(json_extract_string(parameters, '$.ceas.explorer_ratio') AS DOUBLE))
            AS ants_per_s
    FROM run_parameters
) USING (run_id)
