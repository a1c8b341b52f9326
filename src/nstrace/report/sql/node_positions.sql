-- title: Where nodes are
-- table: node_positions
-- unit: m
-- definition: The first and the last place of each node that the trace tells.
-- source: ours
-- needs: node_places
SELECT
    node,
    arg_min(x, line) AS first_x,
    arg_min(y, line) AS first_y,
    arg_max(x, line) AS x,
    arg_max(y, line) AS y
FROM node_places
GROUP BY node
