-- title: Replications that reach full rate
-- table: metrics
-- unit: 1
-- range: 0 or 1
-- definition: 1 if there is a time to full rate after this event, else 0.
-- source: ours
-- needs: recoveries
SELECT
    run_id,
    subject || ' ' || event AS subject,
    CAST(time_s IS NOT NULL AS DOUBLE) AS value
FROM recoveries
WHERE rule = 'full-rate' AND moment = CASE event WHEN 'tcp' THEN 'first' ELSE 'kept' END
