-- How many scenarios run until they are precise, and how many of them are.
SELECT count(*), count(*) FILTER (precise)
FROM (
    SELECT bool_and(reached) AS precise FROM precision WHERE study IN $studies
    GROUP BY study, scenario
)
