-- kind: table
-- definition: What each TCP flow of a traffic class received in each bin from the beginning of the run to its end, those in which nothing arrived included.
-- needs: class_flows
SELECT
    grid.*,
    coalesce(delivered_bytes, 0) AS delivered_bytes,
    coalesce(new_bytes - 40 * new_packets, 0) AS new_payload
FROM (
    SELECT
        run_id, seed, flow, traffic_class, subject, end_us, width_us,
        unnest(range(0, end_us, width_us)) AS start_us
    FROM class_flows
    WHERE is_tcp
) AS grid
LEFT JOIN (SELECT * FROM flow_bins WHERE data = 1) AS bins USING (run_id, flow, start_us)
