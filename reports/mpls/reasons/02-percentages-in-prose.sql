-- reason: contradiction in the text
-- claims: 03-vegas-delay-cbr-2; 04-vegas-delay-cbr-4; 06-vegas-delay-cbr-8; 10-vegas-delay-ftp-2; 11-vegas-delay-ftp-4; 13-vegas-delay-ftp-8
-- words: Vegas is ahead, as said, but not, or not everywhere, by the percentage that the prose has. The thesis' own tables of delays, which ours equal but for a misprint, say so: with two and four flows the delay of Vegas is about 40 % of the others', and not 40 % below; with eight flows it is about 50 % below some of them and further below the rest.
SELECT
    'printed delays of Vegas beside those of the other variants, by variant: ' || string_agg(
        item || ' ' || span(least, most) || ' % below', ', ' ORDER BY place
    )
FROM (
    SELECT
        other.item, min(other.place) AS place,
        min(100 * (1 - vegas.delay / other.delay)) AS least,
        max(100 * (1 - vegas.delay / other.delay)) AS most
    FROM (
        SELECT
            item, split_part(row, ' / ', 1) AS variant, min(position) AS place,
            avg(published) AS delay
        FROM comparison
        WHERE metric = 'mean_delay' AND ends_with(item, '(a)') AND verdict = 'identical'
        GROUP BY ALL
    ) AS other
    JOIN (
        SELECT item, avg(published) AS delay
        FROM comparison
        WHERE metric = 'mean_delay' AND ends_with(item, '(a)') AND verdict = 'identical'
            AND contains(row, 'Vegas')
        GROUP BY item
    ) AS vegas USING (item)
    WHERE NOT contains(other.variant, 'Vegas')
    GROUP BY other.item
)
