-- reason: contradiction in the text
-- cells: Table 4.3 | LSRP | Reno TCP 1
-- words: This pair sums to 99.46 Mb/s, more payload than a link of 100 Mb/s carries in packets of 1540 bytes (97.40); the other three pairs sum to 97.02 to 97.19. 44.45 beside 42.01 in the row below looks like a slip.
SELECT 'printed sums of both flows: ' || string_agg(
    row || ' ' || variant || printf(' %.2f', total), ', ' ORDER BY row, variant
)
FROM (
    SELECT row, split_part("column", ' ', 1) AS variant, sum(published) AS total
    FROM comparison
    WHERE item = 'Table 4.3' AND row IN ('LSRP', 'DVR')
    GROUP BY ALL
)
