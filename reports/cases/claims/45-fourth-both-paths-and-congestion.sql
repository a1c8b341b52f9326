-- page: 5.3
-- statement: Fourth connection: CEAS uses both paths, and the slower one is congested now and then.
FROM several_paths_congested_claim('flow4', '47-51')
