-- title: Stabilization by each rule
-- table: ceas_settlings
-- unit: s
-- definition: Stabilization time, and the ants that a colony sends in it, by each rule of what is compared and of the moment; NULL if it was not reached before the next event.
-- source: ours; S. Tamrakar's thesis (2009), section 4.1, leaves it open
-- needs: settlings
SELECT run_id, subject, event, rule, moment, time_s, ants
FROM settlings
