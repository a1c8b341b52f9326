-- title: TCP data out of order until the pheromones settle, and after it
-- table: metrics
-- unit: %
-- range: 0 to 100
-- definition: Share of a flow's new data packets that arrived after a higher number, until the pheromones of its colony first settle after the start (settling) and from then until the next event (settled); of flows that start before they do.
-- source: ours, for what changes as pheromones settle (S. Tamrakar's thesis (2009), Figure 4.5)
-- needs: settling_parts, tcp_bins
SELECT
    run_id,
    subject || ' ' || part AS subject,
    100 * sum(out_of_order_packets) / sum(new_packets) AS value
FROM tcp_bins JOIN settling_parts AS parts USING (run_id, subject)
WHERE tcp_bins.start_us >= parts.start_us AND tcp_bins.start_us < parts.end_us
GROUP BY run_id, subject, part
HAVING sum(new_packets) > 0
