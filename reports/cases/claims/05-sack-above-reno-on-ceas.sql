-- page: 5.2.1
-- statement: Over CEAS SACK has more throughput and goodput than Reno.
FROM sack_above_reno_claim('steady')
