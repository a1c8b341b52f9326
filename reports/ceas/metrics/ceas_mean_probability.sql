-- title: Mean probability of the short path
-- table: metrics
-- unit: 1
-- range: 0 to 1
-- definition: Mean over time, in the whole run of TCP and in each part of it, of the probability that ants of a colony take the short path where the paths part.
-- source: ours, for Figure 4.13 of S. Tamrakar's thesis (2009)
-- needs: fork_probabilities, tcp_phases
SELECT
    run_id,
    subject || ' ' || phase AS subject,
    sum(short * overlap_us ORDER BY time_ns) / sum(overlap_us) AS value
FROM (
    SELECT
        run_id, subject, phase, short, time_ns,
        least(until_ns // 1000, end_us) - greatest(time_ns // 1000, start_us) AS overlap_us
    FROM fork_probabilities JOIN tcp_phases USING (run_id)
)
WHERE overlap_us > 0
GROUP BY run_id, subject, phase
