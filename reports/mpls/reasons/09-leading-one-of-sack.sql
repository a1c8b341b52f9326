-- reason: misprint
-- claims: 24-variants-alike-more-flows
-- words: So with four flows, and nearly so with eight as the delays are printed. Both tables of eight flows lack the leading 1 of the mean delay of Sack's sixth flow, 1.7 s; with it Sack is well above the others.
SELECT 'mean delays of the flows as printed and ours, in ms: ' || string_agg(
    item || ' ' || variant || printf(' %.0f and %.0f', printed, own), ', ' ORDER BY place
)
FROM (
    SELECT
        item, split_part(row, ' / ', 1) AS variant, min(position) AS place,
        avg(published) AS printed, avg(ours) AS own
    FROM comparison
    WHERE metric = 'mean_delay' AND item IN ('Table 4.5 (a)', 'Table 4.10 (a)')
        AND NOT contains(row, 'Vegas')
    GROUP BY ALL
)
