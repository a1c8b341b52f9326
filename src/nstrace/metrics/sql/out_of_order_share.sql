-- title: Data out of order
-- subject: order
-- table: metrics
-- unit: %
-- range: 0 to 100
-- definition: Share of a flow's distinct data that arrived first after data with a higher sequence number: what TCP's receiver sees, be it reordered in the network or lost and sent again. Copies of data that had arrived don't count.
-- source: ours; S. Tamrakar's thesis (2009), Figure 4.5, shows out-of-order packets without saying how they are told
-- needs: segments, connections
SELECT
    run_id,
    subject,
    100 * count(*) FILTER (number < highest_before) / count(*) AS value
FROM (
    SELECT
        connection,
        number,
        max(number) OVER (
            PARTITION BY connection
            ORDER BY first_arrived_ns, first_arrival_line
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS highest_before
    FROM segments
    WHERE first_arrived_ns IS NOT NULL
)
JOIN connections USING (connection)
GROUP BY run_id, subject
