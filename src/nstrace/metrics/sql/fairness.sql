-- title: Jain's fairness index
-- subject: rate
-- table: metrics
-- unit: 1
-- range: 0 to 1
-- definition: (sum x)^2 / (n sum x^2) over the n flows that sent data, x the bytes of a flow's distinct data that arrived in the run's period: 1 if all got the same, 1/n if one got everything. Of all flows and of those of each packet type; none if nothing arrived.
-- source: R. Jain, D. Chiu, W. Hawe, A Quantitative Measure of Fairness and Discrimination, DEC-TR-301, 1984; the study of SACK PR, section 2.2, uses the index, but does not say over what
-- needs: segments, connections, periods
SELECT
    run_id,
    coalesce(type, 'all') AS subject,
    CAST(sum(bytes) * sum(bytes) AS DOUBLE) / (count(*) * sum(bytes * bytes)) AS value
FROM (
    SELECT
        run_id,
        type,
        CAST(
            coalesce(sum(size_bytes) FILTER (first_arrived_ns BETWEEN start_ns AND end_ns), 0)
            AS HUGEINT
        ) AS bytes
    FROM segments JOIN connections USING (connection) JOIN periods USING (run_id)
    GROUP BY run_id, type, connection
)
GROUP BY GROUPING SETS ((run_id, type), (run_id))
HAVING sum(bytes) > 0
