-- kind: table
-- definition: What each TCP flow did in each bin from its start to the end of the run, those in which nothing happened included. Payload is what a packet of data carries besides 40 bytes of header.
-- needs: tcp_flows
SELECT
    grid.*,
    coalesce(sent_packets, 0) AS sent_packets,
    coalesce(sent_bytes - 40 * sent_packets, 0) AS sent_payload,
    coalesce(retransmitted_packets, 0) AS retransmitted_packets,
    coalesce(delivered_bytes, 0) AS delivered_bytes,
    coalesce(new_packets, 0) AS new_packets,
    coalesce(new_bytes - 40 * new_packets, 0) AS new_payload,
    coalesce(out_of_order_packets, 0) AS out_of_order_packets,
    -- Of a link of which only drops are traced, nothing says that the packet entered the queue.
    coalesce(dropped_in_queue + dropped_before_queue, 0) AS dropped_in_queue,
    coalesce(dropped_on_line, 0) AS dropped_on_line,
    coalesce(dropped_link_down, 0) AS dropped_link_down
FROM (
    SELECT
        run_id, seed, flow, subject, rate_bps, end_us,
        -- Bins begin at whole multiples of their width, flows when they like.
        unnest(range(start_us - start_us % width_us, end_us, width_us)) AS start_us
    FROM tcp_flows
) AS grid
LEFT JOIN (
    SELECT * FROM flow_bins WHERE type = 'tcp' AND data = 1
) AS bins USING (run_id, flow, start_us)
