-- When the link goes down first in the scenarios LIKE $scenario, as text.
SELECT CAST(min(CAST(parameters -> 'outages' -> 0 ->> 'down_s' AS DOUBLE)) AS VARCHAR)
FROM scenarios WHERE study = $study AND scenario LIKE $scenario
