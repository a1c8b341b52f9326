-- page: 5.2.2
-- statement: Over LSRP and DVR the variants hardly differ then.
FROM baselines_variants_alike_claim('failures')
