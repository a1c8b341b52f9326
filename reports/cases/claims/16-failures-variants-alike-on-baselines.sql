-- page: 5.2.2
-- statement: When links fail the variants hardly differ over LSRP and DVR.
FROM baselines_variants_alike_claim('failures')
