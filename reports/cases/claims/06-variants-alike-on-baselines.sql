-- page: 5.2.1
-- statement: Over LSRP and DVR both variants have the same throughput and goodput.
FROM baselines_variants_alike_claim('steady')
