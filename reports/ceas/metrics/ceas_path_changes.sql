-- title: Changes of the preferred path
-- table: metrics
-- unit: 1
-- range: from 0
-- definition: How often a minute, in each part of the run of TCP, the probability of the short path where the paths part goes from above 0.6 to below 0.4, or back.
-- source: ours, for the "periodic fluctuation on the selection of the path" of S. Tamrakar's thesis (2009), section 4.4
-- needs: fork_probabilities, tcp_phases
WITH sides AS (
    SELECT
        run_id, subject, phase, start_us, end_us, short > 0.5 AS is_short,
        lag(short > 0.5) OVER (PARTITION BY run_id, subject, phase ORDER BY time_ns) AS was_short
    FROM fork_probabilities JOIN tcp_phases USING (run_id)
    WHERE time_ns >= 1000 * start_us AND time_ns < 1000 * end_us AND abs(short - 0.5) > 0.1
)
SELECT
    run_id,
    subject || ' ' || phase AS subject,
    6e7 * count(*) FILTER (is_short <> was_short) / any_value(end_us - start_us) AS value
FROM sides
GROUP BY run_id, subject, phase
