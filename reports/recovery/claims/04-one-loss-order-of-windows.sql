-- page: 14
-- statement: After one lost packet SACK is the first to let its window grow again, and NewReno the last.
WITH judged AS (
    SELECT *, sack < reno - 0.001 AND reno < newreno - 0.001 AS as_said
    FROM discarded('time_to_regrow_cwnd', '1')
    WHERE sack IS NOT NULL AND newreno IS NOT NULL AND reno IS NOT NULL
)
SELECT
    verdict_of(count(*) FILTER (as_said), count(*)) AS verdict,
    'middle of the file, from the loss to growth: '
        || max(printf('SACK %.3f, Reno %.3f, NewReno %.3f s', sack, reno, newreno))
            FILTER (scenario_set = 'losses')
        || '; in this order at ' || count(*) FILTER (as_said) || ' of ' || count(*) || ' places'
        AS evidence
FROM judged
