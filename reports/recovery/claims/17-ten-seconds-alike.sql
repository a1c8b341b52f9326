-- page: 21-22
-- statement: When the link is down for 10 s the windows of all variants fall to one segment and remain there for 10 s, grow again at the same time, and the response times are the same.
--
-- Four parts, each judged at each moment.
WITH judged AS (
    SELECT
        response.sack AS response_s,
        regrown.sack AS regrown_s,
        greatest(response.sack, response.newreno, response.reno)
            - least(response.sack, response.newreno, response.reno) AS spread_s,
        greatest(windows.sack, windows.newreno, windows.reno) = 1 AS to_one,
        least(regrown.sack, regrown.newreno, regrown.reno) >= 10 AS remains,
        greatest(regrown.sack, regrown.newreno, regrown.reno)
            - least(regrown.sack, regrown.newreno, regrown.reno) < 0.001 AS regrown_alike
    FROM disconnected('outages', 'response_time') AS response
    JOIN disconnected('outages', 'time_to_regrow_cwnd') AS regrown USING (outage_s, offset_s)
    JOIN disconnected('outages', 'least_cwnd_after_loss') AS windows USING (outage_s, offset_s)
    WHERE outage_s = 10
)
SELECT
    verdict_of_parts(
        [
            count(*) FILTER (to_one), count(*) FILTER (remains), count(*) FILTER (regrown_alike),
            count(*) FILTER (spread_s < 0.005)
        ],
        count(*)
    ) AS verdict,
    'of ' || count(*) || ' moments, windows fall to one segment at ' || count(*) FILTER (to_one)
        || ', grow again 10 s after the first loss or later at ' || count(*) FILTER (remains)
        || ', at the same time at ' || count(*) FILTER (regrown_alike) || ', with the same response time at '
        || count(*) FILTER (spread_s < 0.005) || '; response times '
        || span(min(response_s), max(response_s)) || ' s, at most ' || printf('%.3f s', max(spread_s))
        || ' apart; windows grow ' || span(min(regrown_s), max(regrown_s)) || ' s after the first loss'
        AS evidence
FROM judged
