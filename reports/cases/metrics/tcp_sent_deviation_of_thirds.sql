-- title: Deviation of the rate sent, early and late while a link is unstable
-- table: metrics
-- unit: bit/s
-- range: from 0
-- definition: Standard deviation of what a flow sent in whole seconds, in the first and in the last third of the time from when a link begins to fail again and again to the next event.
-- source: ours, for whether a rate fluctuates less with time (S. Tamrakar's thesis (2009), section 5.3)
-- needs: unstable_thirds
SELECT run_id, subject || ' ' || third AS subject, stddev_pop(sent_bps ORDER BY time_s) AS value
FROM unstable_thirds
GROUP BY run_id, subject, third
