-- title: Time to resume after an event
-- table: metrics
-- unit: s
-- range: from 0
-- definition: From a failure or restoration to the first bin from which on a second brings new payload at 1 % or more of the rate of the source; none if not before the next event. Other shares: tcp_recoveries.
-- source: S. Tamrakar's thesis (2009), Figure 4.7, does not say how it is told, and has the source resume; that what arrives is measured is ours
-- needs: recoveries
SELECT run_id, subject || ' ' || event AS subject, time_s AS value
FROM recoveries
WHERE rule = 'resume-1' AND moment = 'first' AND event IN ('failure', 'restoration') AND time_s IS NOT NULL
