-- title: Web responses
-- table: metrics
-- unit: 1
-- range: from 0
-- definition: How many responses web clients got whole in the measured period.
-- source: ours
-- needs: web_responses
SELECT run_id, 'web' AS subject, CAST(count(*) AS DOUBLE) AS value
FROM web_responses
WHERE variable = 'response_ms_'
GROUP BY run_id
