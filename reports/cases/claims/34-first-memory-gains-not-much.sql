-- page: 5.3
-- statement: First connection: previous-hop memory does not gain much.
FROM memory_gains_not_much_claim('flow1')
