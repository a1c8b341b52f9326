-- title: Mean queue of a bottleneck
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: Packets that wait at a bottleneck, without the one that is being sent, on average over the measured period.
-- source: ours
-- needs: queue_totals
SELECT run_id, subject, packet_seconds / period_s AS value
FROM queue_totals
