-- reason: unprinted parameter
-- parameter: whether the data transferred counts headers
-- cells: Table 4.3 | LSRP | SACK *; Table 4.3 | DVR | *
-- words: The thesis speaks of TCP data transferred; ours are bits with headers, as ns counts them. As payload ours are 2.6 % lower, and both flows together come within 0.4 % of the printed sum; how they share it is open.
SELECT 'both flows together, printed, ours with headers, ours as payload: ' || string_agg(
    row || ' ' || variant || printf(' %.2f, %.2f, %.2f', printed, total, total * 1500 / 1540), '; '
    ORDER BY row, variant
)
FROM (
    SELECT row, split_part("column", ' ', 1) AS variant, sum(published) AS printed, sum(ours) AS total
    FROM comparison
    WHERE item = 'Table 4.3' AND row IN ('LSRP', 'DVR')
    GROUP BY ALL
)
