-- reason: unprinted parameter
-- parameter: the delay between server and client
-- cells: Table 2 | 1 | *
-- words: After a loss the link is silent for one round trip of propagation. Our delay is fitted to the download without loss only; these cells ask for one that is a little smaller.
SELECT printf('printed less ours: %+.3f s', max(published - ours))
FROM comparison
WHERE item = 'Table 2' AND row = '1'
HAVING count(*) > 0
