-- page: 16
-- statement: With five lost packets every variant needs longer to recover its window than with two.
WITH judged AS (
    SELECT unnest([
        { variant: 'SACK', two: two.sack, five: five.sack },
        { variant: 'NewReno', two: two.newreno, five: five.newreno },
        { variant: 'Reno', two: two.reno, five: five.reno }
    ]) AS of
    FROM discarded('time_to_regrow_cwnd', '2') AS two
    JOIN discarded('time_to_regrow_cwnd', '5') AS five
        ON two.scenario_set = 'losses' AND five.scenario_set = 'losses'
)
SELECT
    verdict_of(count(*) FILTER (of.five > of.two + 0.001), count(*)) AS verdict,
    'from the loss to growth, two and five packets: '
        || string_agg(printf('%s %.3f and %.3f s', of.variant, of.two, of.five), '; ' ORDER BY of)
        AS evidence
FROM judged
