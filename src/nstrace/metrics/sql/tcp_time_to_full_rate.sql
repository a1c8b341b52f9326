-- title: Time to full rate after an event
-- table: metrics
-- unit: s
-- definition: From an event (tcp: the flow's start) to the first bin from which on, for 10 s, each second brings new payload at 95 % or more of the rate of the source; none if not before the next event.
-- source: S. Tamrakar's thesis (study 000), section 4.2: data at full rate, 75 Mb/s; 95 % and 10 s are ours
-- needs: recoveries
SELECT run_id, subject || ' ' || event AS subject, time_s AS value
FROM recoveries
WHERE rule = 'full-rate' AND time_s IS NOT NULL
