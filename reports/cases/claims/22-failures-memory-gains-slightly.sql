-- page: 5.2.2
-- statement: Previous-hop memory raises the goodput slightly at all levels of load.
FROM memory_gains_slightly_claim('failures')
