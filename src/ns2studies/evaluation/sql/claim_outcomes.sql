-- How many statements came out how by results or by the reference ($claims), by study: those of the
-- texts, or our own questions ($own), whose names are given with their studies.
SELECT
    study, count(*) FILTER (verdict = 'confirmed'),
    count(*) FILTER (verdict = 'partly'),
    count(*) FILTER (verdict = 'refuted'),
    count(*) FILTER (verdict = 'contradicts itself'),
    count(*) FILTER (verdict = 'fitted'),
    count(*) FILTER (verdict = 'undecided'),
    count(*) FILTER (verdict = 'not tested as printed'),
    count(*) FILTER (verdict = 'not measured')
FROM query_table($claims)
WHERE study IN $studies AND (study || '/' || claim IN $ours) = $own
GROUP BY study
