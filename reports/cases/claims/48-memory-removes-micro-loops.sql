-- page: 5 (conclusion)
-- statement: Previous-hop memory removes the micro-loops.
--
-- A micro-loop is what does not end: a node sends a packet back that it has sent back before. Once
-- is what memory allows where no other way is left (section 4.7). Next to nothing is left of the
-- others, by the rule of left_over.
WITH cases AS (
    SELECT
        left_over(remaining.again, plain.again) AS beyond,
        concat(
            place, ' ', readable(remaining.again.mean), ' of ', readable(plain.again.mean),
            printf(' (lost at the end of their time to live: %.0f with it, ', remaining.lost),
            printf('%.0f without)', plain.lost)
        ) AS words
    FROM loops_in_failures AS remaining JOIN loops_in_failures AS plain USING (place)
    WHERE remaining.memory AND NOT plain.memory
        AND greatest(remaining.again.mean, plain.again.mean) > 0
), counted AS (
    SELECT
        count(*) FILTER (beyond.high <= 0) AS said,
        count(*) FILTER (beyond.low > 0) AS against,
        count(*) AS cases,
        string_agg(words, '; ' ORDER BY words) AS words
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'packets sent back again by the same node that remain: ' || words || '; '
        || left_words(said, against, cases) AS evidence
FROM counted
