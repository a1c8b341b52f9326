-- title: Replications that stabilize
-- table: metrics
-- unit: 1
-- range: 0 or 1
-- definition: 1 if there is a stabilization time after this event, else 0.
-- source: ours
-- needs: settlings
SELECT
    run_id,
    subject || ' ' || event AS subject,
    CAST(time_s IS NOT NULL AS DOUBLE) AS value
FROM settlings
WHERE rule = 'node-3' AND moment = 'first'
