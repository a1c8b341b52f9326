-- The first line of each run, if it is rejected: something may stand before it.
SELECT run_id, text FROM rejects WHERE line = 1 ORDER BY run_id
