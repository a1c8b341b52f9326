-- How many statements came out how by results or by the reference ($claims), by study.
SELECT
    study, count(*) FILTER (verdict = 'holds'),
    count(*) FILTER (verdict = 'holds in part'),
    count(*) FILTER (verdict = 'does not hold'),
    count(*) FILTER (verdict = 'undecided'),
    count(*) FILTER (verdict IN ('not measured', 'not tested as printed'))
FROM query_table($claims) WHERE study IN $studies GROUP BY study
