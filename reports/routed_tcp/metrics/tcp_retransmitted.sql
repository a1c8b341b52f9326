-- title: TCP packets retransmitted
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: Data packets, in the whole run of a flow and in each part of it, whose number had been sent before.
-- source: ours
-- needs: phase_sums
SELECT run_id, subject || ' ' || phase AS subject, CAST(retransmitted_packets AS DOUBLE) AS value
FROM phase_sums
