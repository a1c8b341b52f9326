-- title: Retransmission timeouts
-- table: metrics
-- unit: 1
-- range: from 0
-- definition: How often the retransmission timer expired with data under way, in the whole run and in each part of it (ns' nrexmit_).
-- source: ours
-- needs: sender_counts
SELECT run_id, subject || ' ' || phase AS subject, count AS value
FROM sender_counts
WHERE variable = 'nrexmit_' AND count IS NOT NULL
