-- title: Events of a run
-- table: metrics
-- unit: s
-- range: from 0
-- definition: When the scenario makes something happen: start (end of the ants' initialization phase), tcp, failure, restoration, congestion, end.
-- source: S. Tamrakar's thesis (2009), sections 4.2 to 4.6
-- needs: run_events
SELECT run_id, event AS subject, time_ns / 1e9 AS value
FROM run_events
