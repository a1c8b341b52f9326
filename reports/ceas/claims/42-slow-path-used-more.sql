-- page: 4.5
-- statement: The link of lower capacity is still used more than the other path.
--
-- The longer path carries less than half of the data, and more than 1 %.
FROM shorter_path_used_more('capacity', '0-8 whole')
