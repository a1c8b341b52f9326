-- title: Mean absolute delay variation
-- subject: delay
-- table: metrics
-- unit: s
-- range: from 0
-- definition: Mean of |D|, the change of one-way delay from one arrival of a flow to the next. Packets by uid, in order of arrival. It is what jitter_rfc3550 would be on average over the run. A single arrival has none.
-- source: ours; D as in RFC 3550, section 6.4.1
-- needs: arrival_order, connections
SELECT
    run_id,
    subject,
    sum(variation_ns) / count(variation_ns) / 1e9 AS value
FROM arrival_order JOIN connections USING (connection)
GROUP BY run_id, subject
HAVING count(variation_ns) > 0
