-- Runs of which there are lines about packets by nam, and others.
SELECT run_id, count(*) FILTER (form = 'nam')
FROM packets
GROUP BY run_id
HAVING bool_or(form = 'nam') AND bool_or(form <> 'nam')
ORDER BY run_id
