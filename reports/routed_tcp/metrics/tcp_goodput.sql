-- title: TCP goodput
-- table: metrics
-- unit: bit/s
-- range: from 0
-- definition: Bits of payload new to the receiver in the whole run of a flow, and in each part of it, over its time.
-- source: ours
-- needs: phase_sums
SELECT run_id, subject || ' ' || phase AS subject, 8e6 * new_payload / period_us AS value
FROM phase_sums
WHERE period_us > 0
