SELECT count(*) AS value FROM packets WHERE event = '+'
