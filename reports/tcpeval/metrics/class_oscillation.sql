-- title: Oscillation of a traffic class
-- table: metrics
-- unit: 1
-- range: from 0
-- definition: Coefficient of variation (standard deviation over mean) of the payload new to the receiver of a TCP flow in each bin of the measured period, on average over the flows of a class; none of a flow that gets nothing.
-- source: RFC 5166, section 2.2 (oscillations, measured by the coefficient of variation of a flow's rate); the bins are ours
-- needs: class_bins, class_flows
SELECT run_id, traffic_class AS subject, avg(variation ORDER BY flow) AS value
FROM (
    SELECT
        bins.run_id,
        bins.traffic_class,
        bins.flow,
        stddev_samp(new_payload ORDER BY bins.start_us)
        / nullif(avg(new_payload ORDER BY bins.start_us), 0) AS variation
    FROM class_bins AS bins
    JOIN class_flows AS flows USING (run_id, flow)
    WHERE bins.start_us >= flows.start_us
    GROUP BY ALL
)
WHERE variation IS NOT NULL
GROUP BY run_id, traffic_class
