-- page: 4.5
-- statement: The link of lower capacity is still used more often than the other path.
--
-- By packets and by time, as under congestion.
FROM path_used_more('capacity', '0-8 whole')
