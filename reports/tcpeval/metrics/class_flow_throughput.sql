-- title: Throughput of each flow of a traffic class
-- table: metrics
-- unit: bit/s
-- range: from 0
-- definition: Bits of a TCP flow's data packets that arrived in the measured period, headers and copies included, over that period; flows are numbered by class.
-- source: ours
-- needs: class_totals
SELECT run_id, subject, 8e6 * delivered_bytes / period_us AS value
FROM class_totals
WHERE is_tcp
