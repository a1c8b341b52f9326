-- Addresses of several levels, and the nodes that lines about their packets tell.
SELECT run_id, address, node FROM address_nodes ORDER BY run_id, node
