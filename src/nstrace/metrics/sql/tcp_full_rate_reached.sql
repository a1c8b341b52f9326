-- title: Replications that reach full rate
-- table: metrics
-- unit: 1
-- definition: 1 if the flow reaches full rate after this event and before the next one, else 0.
-- source: ours
-- needs: recoveries
SELECT
    run_id,
    subject || ' ' || event AS subject,
    CAST(time_s IS NOT NULL AS DOUBLE) AS value
FROM recoveries
WHERE rule = 'full-rate'
