-- title: TCP throughput
-- table: metrics
-- unit: bit/s
-- range: from 0
-- definition: Bits of a TCP flow's data packets that arrived from its start to the end of the run, headers and copies included, over that time.
-- source: S. Tamrakar's thesis (2009), section 4.1; that bits on the wire are meant follows from Table 4.3, whose flows have 99.46 of 100 Mb/s together
-- needs: phase_sums
SELECT run_id, subject, 8e6 * delivered_bytes / period_us AS value
FROM phase_sums
WHERE phase = 'whole' AND period_us > 0
