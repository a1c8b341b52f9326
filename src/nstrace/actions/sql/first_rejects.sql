-- The first line of each trace, if it is rejected, with the column file where there are several.
SELECT * FROM rejects WHERE line = 1
