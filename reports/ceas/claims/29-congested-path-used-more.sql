-- page: 4.4
-- statement: Both paths are used, the congested one more often than the other.
--
-- The thesis saw it in animations: more often may be said of packets, or of time. So both are judged: the longer path
-- carries less than half of the data, and more than a hundredth; and the shorter one has a mean probability of more
-- than a half, and less than 0.99. Cases are both, for each variant and ant rate.
SELECT verdict, evidence || '; ' || words AS evidence
FROM path_used_more('congestion', '0-8 congestion') CROSS JOIN congested_path(1500)
WHERE words IS NOT NULL
