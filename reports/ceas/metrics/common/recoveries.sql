-- kind: table
-- definition: After each event of a run, before the next one, from which bin on a flow is at a rate, by each rule. The rate is that of payload that arrives new at the receiver, which is our choice: the thesis' data rate is the sender's. By moment: first, or kept until the next event. NULL if from none.
-- needs: tcp_bins, run_events, recovery_rules
WITH seconds AS (
    SELECT
        run_id, subject, rate_bps, start_us,
        8 * sum(new_payload) OVER (
            PARTITION BY run_id, subject
            ORDER BY start_us
            RANGE BETWEEN CURRENT ROW AND 999999 FOLLOWING
        ) AS bps
    FROM tcp_bins
),
events AS (
    SELECT
        run_id, event, time_ns // 1000 AS event_us,
        lead(time_ns // 1000) OVER (PARTITION BY run_id ORDER BY time_ns) AS until_us
    FROM run_events
    WHERE event <> 'start'
),
judged AS (
    SELECT
        run_id, subject, event, event_us, until_us, rule, held_s, start_us,
        min(start_us) FILTER (bps < share * rate_bps) OVER (
            PARTITION BY run_id, subject, event, rule
            ORDER BY start_us
            ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING
        ) AS next_low_us
    FROM seconds JOIN events USING (run_id) CROSS JOIN recovery_rules
    WHERE event <> 'end' AND start_us >= event_us AND start_us + 1000000 <= until_us
)
SELECT
    run_id,
    subject,
    event,
    rule,
    unnest(['first', 'kept']) AS moment,
    unnest([first_us, kept_us]) / 1e6 AS time_s
FROM (
    SELECT
        run_id, subject, event, rule,
        min(start_us - event_us) FILTER (
            start_us + 1000000 * held_s <= until_us
            AND (next_low_us IS NULL OR next_low_us > start_us + 1000000 * (held_s - 1))
        ) AS first_us,
        min(start_us - event_us) FILTER (
            start_us + 1000000 * held_s <= until_us AND next_low_us IS NULL
        ) AS kept_us
    FROM judged
    GROUP BY run_id, subject, event, rule
)
