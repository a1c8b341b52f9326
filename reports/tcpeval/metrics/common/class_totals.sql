-- kind: table
-- definition: What each flow of a traffic class did in the measured period, by flow bins: sums over data packets; the payload of TCP is what its packets carry besides 40 bytes of header.
-- needs: class_flows
SELECT
    flows.run_id,
    flows.flow,
    is_tcp,
    traffic_class,
    subject,
    end_us - flows.start_us AS period_us,
    coalesce(sum(delivered_bytes), 0) AS delivered_bytes,
    coalesce(sum(new_bytes - 40 * new_packets), 0) AS new_payload,
    coalesce(sum(sent_packets), 0) AS sent_packets,
    coalesce(sum(retransmitted_packets), 0) AS retransmitted_packets,
    coalesce(sum(dropped_in_queue), 0) AS dropped_in_queue,
    coalesce(sum(dropped_before_queue), 0) AS dropped_before_queue,
    coalesce(sum(delay_packets), 0) AS delay_packets,
    coalesce(sum(delay_sum_us), 0) AS delay_sum_us,
    min(delay_min_us) AS delay_min_us
FROM class_flows AS flows
LEFT JOIN flow_bins AS bins
    ON bins.run_id = flows.run_id
    AND bins.flow = flows.flow
    AND bins.data = 1
    AND bins.start_us >= flows.start_us
    AND bins.start_us < end_us
GROUP BY ALL
