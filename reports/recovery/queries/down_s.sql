-- When the link goes down in outages, as text; the earliest of all moments.
SELECT CAST(min(CAST(parameters -> 'outages' -> 0 ->> 'down_s' AS DOUBLE)) AS VARCHAR)
FROM scenarios WHERE study = $study AND scenario_set = 'outages'
