-- Links whose queue a packet left in any run: those that link_utilisation may have a value for.
SELECT DISTINCT from_node, to_node FROM packets WHERE event = '-'
