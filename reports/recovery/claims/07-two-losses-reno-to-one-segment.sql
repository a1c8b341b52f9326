-- page: 15
-- statement: After two lost packets Reno's window falls to one segment; those of SACK and NewReno do not.
WITH judged AS (
    SELECT *, reno = 1 AND sack > 1 AND newreno > 1 AS as_said
    FROM discarded('least_cwnd_after_loss', '2')
    WHERE sack IS NOT NULL AND newreno IS NOT NULL AND reno IS NOT NULL
)
SELECT
    verdict_of(count(*) FILTER (as_said), count(*)) AS verdict,
    'least window, middle of the file: '
        || max(printf('SACK %.1f, NewReno %.1f, Reno %.1f packets', sack, newreno, reno))
            FILTER (scenario_set = 'losses')
        || '; as said with ' || count(*) FILTER (as_said) || ' of ' || count(*)
        || ' choices of the lost packets' AS evidence
FROM judged
