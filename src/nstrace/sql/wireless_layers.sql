-- How many lines are about each layer of wireless nodes, and whether there are wires, too.
SELECT layer, count(*), EXISTS (SELECT 1 FROM packets) FROM wireless GROUP BY layer ORDER BY layer
