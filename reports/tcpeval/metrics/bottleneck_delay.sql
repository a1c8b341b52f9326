-- title: Queueing delay of a bottleneck
-- table: metrics
-- unit: s
-- range: from 0
-- definition: Mean time that a packet of any type waits in a bottleneck's queue: the queue's time integral over the packets that it took in the measured period.
-- source: J. D. C. Little, A Proof for the Queuing Formula L = lambda W, Operations Research 9(3), 1961
-- needs: queue_totals
SELECT run_id, subject, packet_seconds / (arrived_packets - dropped_packets) AS value
FROM queue_totals
WHERE arrived_packets > dropped_packets
