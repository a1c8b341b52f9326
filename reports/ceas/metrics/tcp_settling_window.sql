-- title: Mean congestion window until the pheromones settle, and after it
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: Mean of the samples of a flow's congestion window until the pheromones of its colony first settle after the start (settling) and from then until the next event (settled); of flows that start before they do.
-- source: ours, for what changes as pheromones settle (S. Tamrakar's thesis (2009), Figure 4.4)
-- needs: settling_parts
SELECT
    run_id,
    subject || ' ' || part AS subject,
    avg(value ORDER BY time_ns) AS value
FROM variables JOIN settling_parts USING (run_id, source_node)
WHERE variable = 'cwnd_' AND time_ns >= 1000 * start_us AND time_ns < 1000 * end_us
GROUP BY run_id, subject, part
