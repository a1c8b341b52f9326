-- kind: table
-- definition: How much each TCP sender's counters grew in the measured period, summed over the flows of a traffic class. Where samples stand for flows, the port of a sample is the flow's number.
-- needs: class_flows
SELECT run_id, traffic_class, variable, sum(growth) AS growth
FROM (
    SELECT
        variables.run_id,
        traffic_class,
        flow,
        variable,
        max(value) - min(value) AS growth
    FROM variables
    JOIN class_flows
        ON variables.run_id = class_flows.run_id
        AND source_port = flow
        AND time_ns >= 1000 * start_us
    WHERE variable IN ('ncwndcuts_', 'nrexmit_') AND is_tcp
    GROUP BY variables.run_id, traffic_class, flow, variable
)
GROUP BY run_id, traffic_class, variable
