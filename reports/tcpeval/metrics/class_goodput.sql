-- title: Goodput of a traffic class
-- table: metrics
-- unit: bit/s
-- range: from 0
-- definition: Bits of payload new to the receivers of a class of TCP flows in the measured period, over that period.
-- source: tcpeval, create_graph.tcl 1.5: its throughput of FTP flows is get-goodput-bps, of payload sent once
-- needs: class_totals
SELECT run_id, traffic_class AS subject, 8e6 * sum(new_payload) / any_value(period_us) AS value
FROM class_totals
WHERE is_tcp
GROUP BY run_id, traffic_class
