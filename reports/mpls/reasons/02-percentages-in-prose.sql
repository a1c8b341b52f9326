-- reason: contradiction in the text
-- claims: 03-vegas-delay-cbr-2; 04-vegas-delay-cbr-4; 06-vegas-delay-cbr-8; 10-vegas-delay-ftp-2; 11-vegas-delay-ftp-4; 13-vegas-delay-ftp-8
-- words: Vegas is ahead, as said, but by another percentage than the prose has: the thesis' own tables of delays, which ours equal, give that other one.
SELECT
    'printed delays of Vegas beside those of the other variants: ' || string_agg(
        item || printf(' %.1f %% below', 100 * (1 - vegas / other)), ', ' ORDER BY place
    )
FROM (
    SELECT
        item,
        min(position) AS place,
        avg(published) FILTER (contains(row, 'Vegas')) AS vegas,
        avg(published) FILTER (NOT contains(row, 'Vegas')) AS other
    FROM comparison
    WHERE metric = 'mean_delay' AND ends_with(item, '(a)') AND verdict = 'equal'
    GROUP BY item
)
