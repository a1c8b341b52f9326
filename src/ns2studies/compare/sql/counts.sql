-- Measures by outcome. By chance, one in twenty 95 % intervals excludes a difference of zero; only
-- measures that differ have an interval here.
SELECT
    count(*) FILTER (outcome NOT IN ('only in A', 'only in B')) AS measures,
    count(*) FILTER (outcome = 'equal') AS equal,
    count(*) FILTER (outcome = 'moved') AS moved,
    count(*) FILTER (outcome = 'moved' AND basis = 'exact') AS moved_exactly,
    count(*) FILTER (outcome = 'moved' AND basis <> 'exact') AS beyond,
    count(*) FILTER (outcome = 'within chance') AS within_chance,
    count(*) FILTER (outcome = 'too few runs') AS too_few,
    count(*) FILTER (outcome = 'only in A') AS only_a,
    count(*) FILTER (outcome = 'only in B') AS only_b,
    beyond + within_chance AS intervals,
    0.05 * (beyond + within_chance) AS by_chance
FROM measures
