-- page: 4.4
-- statement: Both paths are used, the congested one more than the other.
--
-- The longer path carries less than half of the data, and more than 1 %. Section 4.4 says beside it
-- that the throughput is four times that of the baselines: see congested_path.
SELECT
    CASE WHEN excluded THEN 'contradicts itself' ELSE verdict END AS verdict,
    words || '. By itself: ' || evidence AS evidence
FROM shorter_path_used_more('congestion', '0-8 congestion') CROSS JOIN congested_path(1500)
WHERE excluded IS NOT NULL
