-- title: Packet loss of a bottleneck's queue
-- table: metrics
-- unit: %
-- range: 0 to 100
-- definition: Packets of all types that a bottleneck's queue did not take (overflow, or RED) in the measured period over those that came to it; packets that errors took before are in neither.
-- source: the study of SACK PR, section 3.2.1 (loss rate); that errors are left out is ours
-- needs: queue_totals
SELECT run_id, subject, 100 * dropped_packets / arrived_packets AS value
FROM queue_totals
WHERE arrived_packets > 0
