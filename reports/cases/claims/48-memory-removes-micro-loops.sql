-- page: 5 (conclusion)
-- statement: Previous-hop memory removes these micro-loops.
--
-- A micro-loop is what does not end: a node sends a packet back that it has sent back before. Once is
-- what memory allows where no other way is left (section 4.7). At most a tenth remain.
WITH counted AS (
    SELECT
        count(*) FILTER (remaining.again_high <= 0.1 * plain.again_low) AS said,
        count(*) FILTER (remaining.again_low > 0.1 * plain.again_high) AS against,
        count(*) AS cases,
        string_agg(
            concat(
                place, ' ', readable(remaining.again), ' of ', readable(plain.again),
                printf(' (and %.0f of %.0f packets', remaining.lost, plain.lost),
                ' lost by their time to live)'
            ),
            '; ' ORDER BY place
        ) AS words
    FROM loops_in_failures AS remaining JOIN loops_in_failures AS plain USING (place)
    WHERE remaining.memory AND NOT plain.memory AND greatest(remaining.again, plain.again) > 0
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'packets sent back again by the same node that remain: ' || words || '; at most a tenth: '
        || order_words(said, against, cases) AS evidence
FROM counted
