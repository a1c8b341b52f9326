-- title: Response time of web traffic
-- table: metrics
-- unit: s
-- range: from 0
-- definition: From a web client's request over an open connection to the last byte of the response, of responses that ended in the measured period: the mean, and the times that 50 and 95 percent of them don't exceed (the nearest rank).
-- source: the study of SACK PR, section 3.2.1 (response times); how they are taken is PackMime's, the percentiles are ours
-- needs: web_responses
SELECT
    run_id,
    unnest(['web mean', 'web p50', 'web p95']) AS subject,
    unnest([
        sum(CAST(round(1000 * value) AS BIGINT)) / 1e6 / count(*),
        quantile_disc(value, 0.5) / 1e3,
        quantile_disc(value, 0.95) / 1e3
    ]) AS value
FROM web_responses
WHERE variable = 'response_ms_'
GROUP BY run_id
