-- title: Rate sent early and late while a link is unstable
-- table: metrics
-- unit: bit/s
-- range: from 0
-- definition: What a flow sent a second in the first and in the last third of the time from when a link begins to fail again and again to the next event.
-- source: ours, for whether a rate grows while a link is unstable (S. Tamrakar's thesis (2009), section 5.3)
-- needs: unstable_thirds
SELECT run_id, subject || ' ' || third AS subject, avg(sent_bps ORDER BY time_s) AS value
FROM unstable_thirds
GROUP BY run_id, subject, third
