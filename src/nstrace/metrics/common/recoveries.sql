-- kind: table
-- definition: After each event of a run, before the next one, the first bin from which on a flow is at a rate, by each rule; NULL if there is none.
-- needs: tcp_bins, run_events, recovery_rules
WITH seconds AS (
    SELECT
        run_id, subject, rate_bps, start_us, end_us,
        8 * sum(new_payload) OVER (
            PARTITION BY run_id, subject
            ORDER BY start_us
            RANGE BETWEEN CURRENT ROW AND 999999 FOLLOWING
        ) AS bps
    FROM tcp_bins
),
judged AS (
    SELECT
        run_id, subject, rule, held_s, start_us, end_us,
        min(start_us) FILTER (bps < share * rate_bps) OVER (
            PARTITION BY run_id, subject, rule
            ORDER BY start_us
            ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING
        ) AS next_low_us
    FROM seconds CROSS JOIN recovery_rules
    WHERE start_us + 1000000 <= end_us
),
returns AS (
    SELECT run_id, subject, rule, start_us
    FROM judged
    WHERE start_us + 1000000 * held_s <= end_us
        AND (next_low_us IS NULL OR next_low_us > start_us + 1000000 * (held_s - 1))
),
events AS (
    SELECT
        run_id, event, time_ns // 1000 AS event_us,
        lead(time_ns // 1000) OVER (PARTITION BY run_id ORDER BY time_ns) AS until_us
    FROM run_events
    WHERE event <> 'start'
),
asked AS (
    SELECT DISTINCT run_id, subject, rule, event, event_us, until_us
    FROM events
    JOIN (SELECT DISTINCT run_id, subject FROM tcp_bins) USING (run_id)
    CROSS JOIN recovery_rules
    WHERE event <> 'end'
)
SELECT
    asked.run_id, asked.subject, asked.event, asked.rule,
    CASE WHEN start_us < until_us THEN (start_us - event_us) / 1e6 END AS time_s
FROM asked
ASOF LEFT JOIN returns
    ON asked.run_id = returns.run_id
    AND asked.subject = returns.subject
    AND asked.rule = returns.rule
    AND asked.event_us <= returns.start_us
