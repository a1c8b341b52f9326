-- page: 5 (conclusion)
-- statement: Previous-hop memory removes these micro-loops.
--
-- At most a tenth remain: memory lets a packet go back where no other way is left.
WITH counted AS (
    SELECT
        count(*) FILTER (remaining.high <= 0.1 * plain.low) AS said,
        count(*) FILTER (remaining.low > 0.1 * plain.high) AS against,
        count(*) AS cases,
        string_agg(
            concat(
                place, ' ', readable(remaining.micro_loops), ' of ', readable(plain.micro_loops)
            ),
            '; ' ORDER BY place
        ) AS words
    FROM loops_in_failures AS remaining JOIN loops_in_failures AS plain USING (place)
    WHERE remaining.memory AND NOT plain.memory
        AND greatest(remaining.micro_loops, plain.micro_loops) > 0
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'packets sent back that remain: ' || words || '; at most a tenth: '
        || order_words(said, against, cases) AS evidence
FROM counted
