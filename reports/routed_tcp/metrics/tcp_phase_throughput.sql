-- title: TCP throughput in a part of the run
-- table: metrics
-- unit: bit/s
-- range: from 0
-- definition: TCP throughput from one event to the next: before (a failure or congestion), failure, restoration, congestion.
-- source: ours
-- needs: phase_sums
SELECT run_id, subject || ' ' || phase AS subject, 8e6 * delivered_bytes / period_us AS value
FROM phase_sums
WHERE phase <> 'whole' AND period_us > 0
