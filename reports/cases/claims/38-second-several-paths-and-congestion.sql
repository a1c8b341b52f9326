-- page: 5.3
-- statement: Second connection: over CEAS it meets congestion and spreads over several paths.
FROM several_paths_congested_claim('flow2', '12-51')
