-- title: Goodput of web traffic
-- table: metrics
-- unit: bit/s
-- range: from 0
-- definition: Bits of payload of all responses that web clients got whole in the measured period, over that period.
-- source: ours
-- needs: web_responses
SELECT run_id, 'web' AS subject, 8 * sum(value) / any_value(period_s) AS value
FROM web_responses
WHERE variable = 'response_bytes_'
GROUP BY run_id
