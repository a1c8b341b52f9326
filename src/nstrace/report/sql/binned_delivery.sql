-- title: Packet delivery ratio over time
-- table: binned_delivery
-- unit: %
-- definition: Share of a flow's data packets sent in each piece of time that arrived, whenever that was. Where none was sent there is no value.
-- source: ours; as delivery_ratio
-- needs: transits, connections, shown_flows, time_bins
SELECT
    subject,
    sent_ns // width_ns * any_value(width_ns) / 1e9 AS time_s,
    100 * count(arrived_ns) / count(*) AS delivered_percent,
    count(*) AS sent_packets
FROM transits
JOIN connections USING (connection)
SEMI JOIN shown_flows USING (subject), time_bins
GROUP BY subject, sent_ns // width_ns
