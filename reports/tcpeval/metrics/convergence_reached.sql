-- title: Runs that converge to fairness
-- table: metrics
-- unit: 1
-- range: 0 or 1
-- definition: 1 if convergence_time has a value, else 0.
-- source: ours
-- needs: convergences
SELECT run_id, traffic_class AS subject, CAST(is_reached AS DOUBLE) AS value
FROM convergences
