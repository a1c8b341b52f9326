-- title: Convergence to fairness
-- table: metrics
-- unit: s
-- range: from 0
-- definition: The end of the last bin up to whose end Jain's index over all payload that the flows of a class had received since the beginning of the run was below 0.9; 0 if it never was, none if it still is at the end.
-- source: ours; the study of SACK PR, section 3.2.1, names convergence, but does not define it
-- needs: convergences
SELECT run_id, traffic_class AS subject, fair_us / 1e6 AS value
FROM convergences
WHERE is_reached
