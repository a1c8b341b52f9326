-- title: Time to full rate after an event
-- table: metrics
-- unit: s
-- range: from 0
-- definition: From an event to the first bin from which on each second brings new payload at 95 % or more of the rate of the source: after the flow's start (tcp) for 10 s, else until the next event, and for 10 s at least; since a flow may still be at full rate for a while after a link is back. None if it is not so before the next event. Other rules: tcp_recoveries.
-- source: S. Tamrakar's thesis (2009), sections 4.1 to 4.3: the time until the source sends at the full rate, 75 Mb/s; that what arrives is measured, and the rest, is ours
-- needs: recoveries
SELECT run_id, subject || ' ' || event AS subject, time_s AS value
FROM recoveries
WHERE rule = 'full-rate' AND moment = CASE event WHEN 'tcp' THEN 'first' ELSE 'kept' END
    AND time_s IS NOT NULL
