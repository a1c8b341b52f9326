-- page: 20-21
-- statement: When the link is down for 0.05, 0.1 or 0.2 s SACK downloads fastest, NewReno is second, Reno slowest.
WITH judged AS (
    SELECT *,
        sack < newreno - 0.001 AND newreno < reno - 0.001 AS as_said,
        reno - newreno < 0.001 AND newreno - reno < 0.001 AND reno - sack < 0.001
            AND sack - reno < 0.001 AS alike
    FROM disconnected('response_time') WHERE outage_s < 1
)
SELECT
    verdict_of(count(*) FILTER (as_said), count(*)) AS verdict,
    'in this order at ' || count(*) FILTER (as_said) || ' of ' || count(*)
        || ' moments and durations (' || (
            SELECT string_agg(words, '; ' ORDER BY outage_s)
            FROM (
                SELECT
                    outage_s,
                    count(*) FILTER (as_said) || ' of ' || count(*) || ' with '
                        || short(outage_s) || ' s' AS words
                FROM judged GROUP BY outage_s
            )
        )
        || '), all alike at ' || count(*) FILTER (alike)
        || '; SACK gains up to ' || printf('%.2f s on NewReno, NewReno up to %.2f s on Reno',
            max(newreno - sack), max(reno - newreno))
        || '; SACK is behind NewReno at ' || count(*) FILTER (sack > newreno + 0.001) AS evidence
FROM judged
