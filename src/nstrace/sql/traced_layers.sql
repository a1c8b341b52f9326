-- The layers of wireless nodes that lines are about.
SELECT run_id, list(DISTINCT layer) FROM wireless GROUP BY run_id ORDER BY run_id
