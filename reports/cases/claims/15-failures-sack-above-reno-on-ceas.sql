-- page: 5.2.2
-- statement: When links fail SACK has more throughput and goodput than Reno over CEAS.
FROM sack_above_reno_claim('failures')
