-- title: Stabilization time
-- table: metrics
-- unit: s
-- range: from 0
-- definition: From an event (start, failure or restoration) to the moment when, where the colony's paths part, the next node of the best path is 100 times as probable as that of the other one; first reached before the next event, else none. Other rules: ceas_settlings.
-- source: S. Tamrakar's thesis (2009), section 4.1; that only this node counts is ours
-- needs: settlings
SELECT run_id, subject || ' ' || event AS subject, time_s AS value
FROM settlings
WHERE rule = 'node-3' AND moment = 'first' AND time_s IS NOT NULL
