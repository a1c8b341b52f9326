-- title: Ants until stabilization
-- table: metrics
-- unit: 1
-- range: from 0
-- definition: Ants, explorers among them, that a colony sends in its stabilization time: the time multiplied by the rate.
-- source: S. Tamrakar's thesis (2009), Table 4.2
-- needs: settlings
SELECT run_id, subject || ' ' || event AS subject, ants AS value
FROM settlings
WHERE rule = 'node-3' AND moment = 'first' AND ants IS NOT NULL
