-- reason: contradiction in the text
-- claims: 67-two-flows-above-baselines
-- words: So with packets of 9000 bytes. With 1500 bytes the thesis' own Table 4.3 has less with CEAS than with LSRP and DVR, for both variants, as ours.
SELECT 'printed sums of both flows: ' || string_agg(
    item || ', ' || system || ', ' || variant || printf(' %.2f Mb/s', total), '; '
    ORDER BY item, variant, system
)
FROM (
    SELECT
        item, split_part(row, ' ', 1) AS system, split_part("column", ' ', 1) AS variant,
        sum(published) AS total
    FROM comparison
    WHERE item IN ('Table 4.3', 'Table 4.4') AND NOT ends_with(row, 'standard error')
    GROUP BY ALL
)
