-- kind: table
-- definition: Of runs in which two TCP flows, and no more, send for 200 s or longer: goodput of either in each whole second in which both deliver something. Shorter runs tell little of how two flows share a link.
-- needs: tcp_bins, tcp_flows
SELECT run_id, time_s, first_bps, second_bps
FROM (
    SELECT
        run_id,
        start_us // 1000000 AS time_s,
        8 * sum(new_payload) FILTER (flow = 1) AS first_bps,
        8 * sum(new_payload) FILTER (flow = 2) AS second_bps
    FROM tcp_bins
    JOIN (
        SELECT run_id FROM tcp_flows
        GROUP BY run_id
        HAVING count(*) = 2 AND max(end_us) - max(start_us) >= 200000000
    ) AS runs_of_two USING (run_id)
    GROUP BY run_id, start_us // 1000000
)
WHERE first_bps > 0 AND second_bps > 0
