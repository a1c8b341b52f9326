-- page: 5.2.3
-- statement: With unstable links previous-hop memory raises the goodput slightly.
FROM memory_gains_slightly_claim('transient')
