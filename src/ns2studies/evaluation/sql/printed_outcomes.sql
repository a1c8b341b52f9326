-- How many printed values came out how by results or by the reference ($comparison), by study or by
-- item ($by), in the order of the texts.
SELECT
    CASE $by WHEN 'study' THEN study ELSE item END AS name,
    count(published), count(*) FILTER (verdict IN $agreeing),
    count(*) FILTER (verdict = 'misprint'), count(*) FILTER (verdict = 'close'),
    count(*) FILTER (verdict = 'off'),
    count(*) FILTER (verdict IN $chosen), count(*) FILTER (verdict = 'contradicts itself'),
    count(*) FILTER (verdict = 'too few runs'),
    count(*) FILTER (verdict = 'not measured' AND published IS NOT NULL),
    count(*) FILTER (published IS NULL)
FROM query_table($comparison) WHERE study IN $studies
GROUP BY name ORDER BY min(position)
