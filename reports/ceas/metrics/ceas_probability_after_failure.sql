-- title: Probability of the short path just after a failure
-- table: metrics
-- unit: 1
-- range: 0 to 1
-- definition: Where the paths of a colony part, the probability of the next node of the short path as it is first written down after the failure, before the next event.
-- source: ours, for which way is preferred then (S. Tamrakar's thesis (2009), section 4.3)
-- needs: fork_probabilities, run_events
WITH failures AS (
    SELECT run_id, time_ns AS failure_ns, next_ns
    FROM (
        SELECT *, lead(time_ns) OVER (PARTITION BY run_id ORDER BY time_ns) AS next_ns
        FROM run_events
    )
    WHERE event = 'failure'
)
SELECT run_id, subject, arg_min(short, time_ns) AS value
FROM fork_probabilities JOIN failures USING (run_id)
WHERE time_ns > failure_ns AND time_ns < next_ns AND short IS NOT NULL
GROUP BY run_id, subject
