-- page: 16
-- statement: With five lost packets every variant needs longer to recover its window than with two.
--
-- Cases are the choices of the lost packets, for each variant.
WITH judged AS (
    SELECT
        two.scenario_set,
        unnest([
            { variant: 'SACK', two: two.sack, five: five.sack },
            { variant: 'NewReno', two: two.newreno, five: five.newreno },
            { variant: 'Reno', two: two.reno, five: five.reno }
        ]) AS of
    FROM discarded('time_to_regrow_cwnd', '2') AS two
    JOIN discarded('time_to_regrow_cwnd', '5') AS five
        ON two.scenario_set = five.scenario_set
            AND two.first_packet IS NOT DISTINCT FROM five.first_packet
            AND two.spacing IS NOT DISTINCT FROM five.spacing
), by_variant AS (
    SELECT
        of.variant,
        count(*) FILTER (of.five > of.two + 0.001) AS longer,
        count(*) AS cases,
        max(printf('%.3f and %.3f s', of.two, of.five)) FILTER (scenario_set = 'losses') AS middle
    FROM judged WHERE of.two IS NOT NULL AND of.five IS NOT NULL
    GROUP BY of.variant
)
SELECT
    verdict_of(sum(longer), sum(cases)) AS verdict,
    'from the loss to growth, two and five packets from the middle of the file: '
        || string_agg(variant || ' ' || middle, ', ' ORDER BY variant)
        || '; longer with five: ' || string_agg(
            variant || printf(' with %d of %d choices of the lost packets', longer, cases), ', '
            ORDER BY variant
        ) AS evidence
FROM by_variant
