-- Lines about drops on links, of runs without a line about a link that went up or down.
SELECT run_id, count(*)
FROM packets ANTI JOIN overheard USING (run_id, line)
WHERE event IN ('d', 'e') AND run_id NOT IN (SELECT run_id FROM links)
GROUP BY run_id
ORDER BY run_id
