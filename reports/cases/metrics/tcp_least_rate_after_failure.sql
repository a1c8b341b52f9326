-- title: Least rate sent after a failure
-- table: metrics
-- unit: %
-- range: from 0
-- definition: Least rate over five whole seconds that a flow sent within 20 s of the failure of a link, of the mean of what it sent from when another link began to fail again and again. A flow that sent nothing until the failure has none.
-- source: ours, for whether a failure interrupts sending (S. Tamrakar's thesis (2009), section 5.3)
-- needs: sent_seconds, tcp_phases
WITH phases AS (
    SELECT
        run_id,
        max(start_us) FILTER (phase = 'transient') AS unstable_us,
        max(start_us) FILTER (phase = 'failure') AS failure_us
    FROM tcp_phases
    GROUP BY run_id
),
usual AS (
    SELECT run_id, subject, avg(sent_bps ORDER BY time_s) AS usual_bps
    FROM sent_seconds JOIN phases USING (run_id)
    WHERE 1000000 * time_s >= unstable_us AND 1000000 * (time_s + 1) <= failure_us
    GROUP BY run_id, subject
),
soon AS (
    SELECT
        run_id,
        subject,
        avg(sent_bps) OVER window_of_5 AS mean_bps,
        count(*) OVER window_of_5 AS seconds
    FROM sent_seconds JOIN phases USING (run_id)
    WHERE 1000000 * time_s >= failure_us AND 1000000 * (time_s + 1) <= failure_us + 20000000
    WINDOW window_of_5 AS (
        PARTITION BY run_id, subject
        ORDER BY time_s
        ROWS BETWEEN CURRENT ROW AND 4 FOLLOWING
    )
)
SELECT run_id, subject, 100 * min(mean_bps) / any_value(usual_bps) AS value
FROM soon JOIN usual USING (run_id, subject)
WHERE seconds = 5 AND usual_bps > 0
GROUP BY run_id, subject
