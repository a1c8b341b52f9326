-- How many values there are of what is measured of a scenario: what a mean may be of.
SELECT DISTINCT count(*) FROM metrics GROUP BY study, scenario, metric, subject
