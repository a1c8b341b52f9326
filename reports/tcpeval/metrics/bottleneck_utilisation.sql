-- title: Utilisation of a bottleneck
-- table: metrics
-- unit: %
-- range: 0 to 100
-- definition: Bits of packets of all types that left a bottleneck's queue in the measured period, by the queue's own counters, over what the link can carry in it.
-- source: ours; the study of SACK PR, section 1, has its tool measure links
-- needs: queue_totals
SELECT run_id, subject, 100 * 8 * departed_bytes / period_s / bandwidth_bps AS value
FROM queue_totals
