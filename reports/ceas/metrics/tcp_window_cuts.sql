-- title: Cuts of the congestion window
-- table: metrics
-- unit: 1
-- range: from 0
-- definition: How often the sender made its window smaller, in the whole run and in each part of it (ns' ncwndcuts_).
-- source: ours
-- needs: sender_counts
SELECT run_id, subject || ' ' || phase AS subject, count AS value
FROM sender_counts
WHERE variable = 'ncwndcuts_' AND count IS NOT NULL
