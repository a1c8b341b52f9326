-- page: 5.3
-- statement: Third connection: previous-hop memory does not gain much.
FROM memory_gains_not_much_claim('flow3')
