-- How many lines are about each layer of wireless nodes.
SELECT layer, count(*) FROM wireless GROUP BY layer ORDER BY layer
