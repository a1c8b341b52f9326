-- kind: input
-- definition: The flows that there is room for in a chart. Give subject; all flows if nothing is given.
-- needs: connections
SELECT DISTINCT subject FROM connections
