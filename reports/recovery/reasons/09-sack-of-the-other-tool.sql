-- reason: other tool
-- cells: Table 2 | 2 | SACK; Table 2 | 5 | SACK
-- words: ns' SACK repeats two or five packets in the same silence as one, and takes no longer. OPNET's takes 0.02 and 0.03 s longer than after one loss.
SELECT 'two and five packets lost, printed and ours, beyond one packet: ' || string_agg(
    printf('%+.2f and %+.2f s', printed, own), ', ' ORDER BY row
)
FROM (
    SELECT
        row,
        published - first_value(published) OVER places AS printed,
        ours - first_value(ours) OVER places AS own
    FROM comparison
    WHERE item = 'Table 2' AND "column" = 'SACK' AND row IN ('1', '2', '5')
    WINDOW places AS (ORDER BY row)
)
WHERE row <> '1'
