-- How many lines are about each layer of wireless nodes, and whether there are wires, too.
SELECT layer, count(*), (SELECT count(*) FROM packets) > 0 FROM wireless GROUP BY layer ORDER BY layer
