-- title: TCP throughput
-- table: metrics
-- unit: bit/s
-- range: from 0
-- definition: Bits of a TCP flow's data packets that arrived from its start to the end of the run, headers and copies included, over that time.
-- source: S. Tamrakar's thesis (2009), sections 4.1 and 5.1: "the total amount of TCP data transferred"; that copies count is inferred from section 5.2.1, which takes what throughput exceeds goodput by for packets sent again; that headers count, and only what arrives, is ours
-- needs: phase_sums
SELECT run_id, subject, 8e6 * delivered_bytes / period_us AS value
FROM phase_sums
WHERE phase = 'whole' AND period_us > 0
