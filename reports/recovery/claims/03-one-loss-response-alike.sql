-- page: 14-15
-- statement: After one lost packet the response time is the same for all variants.
WITH judged AS (
    SELECT *, greatest(reno, newreno, sack) - least(reno, newreno, sack) AS spread_s
    FROM discarded('response_time', '1')
    WHERE sack IS NOT NULL AND newreno IS NOT NULL AND reno IS NOT NULL
)
SELECT
    verdict_of(count(*) FILTER (spread_s < 0.005), count(*)) AS verdict,
    'middle of the file: ' || max(three(sack, newreno, reno)) FILTER (scenario_set = 'losses')
        || '; less than 5 ms apart (what two decimals hide) at '
        || count(*) FILTER (spread_s < 0.005) || ' of ' || count(*) || ' places, at most '
        || printf('%.3f s', max(spread_s))
        || coalesce(' (packet ' || arg_max(first_packet, spread_s) || ' of the file)', '')
        AS evidence
FROM judged
