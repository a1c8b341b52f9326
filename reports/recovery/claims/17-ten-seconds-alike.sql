-- page: 21-22
-- statement: When the link is down for 10 s the windows of all variants fall to one segment, grow again at the same time, and the response times are the same.
WITH response AS (FROM disconnected('response_time') WHERE outage_s = 10),
regrown AS (FROM disconnected('time_to_regrow_cwnd') WHERE outage_s = 10),
windows AS (FROM disconnected('least_cwnd_after_loss') WHERE outage_s = 10),
judged AS (
    SELECT
        response.sack AS response_s,
        regrown.sack AS regrown_s,
        greatest(response.sack, response.newreno, response.reno)
            - least(response.sack, response.newreno, response.reno) AS spread_s,
        greatest(regrown.sack, regrown.newreno, regrown.reno)
            - least(regrown.sack, regrown.newreno, regrown.reno) < 0.001
            AND greatest(windows.sack, windows.newreno, windows.reno) = 1 AS windows_alike
    FROM response JOIN regrown USING (offset_s) JOIN windows USING (offset_s)
)
SELECT
    verdict_of(count(*) FILTER (windows_alike AND spread_s < 0.005), count(*)) AS verdict,
    'so at ' || count(*) FILTER (windows_alike AND spread_s < 0.005) || ' of ' || count(*)
        || ' moments; response times ' || span(min(response_s), max(response_s))
        || ' s, at most ' || printf('%.3f s', max(spread_s)) || ' apart; windows grow '
        || span(min(regrown_s), max(regrown_s)) || ' s after the first loss' AS evidence
FROM judged
