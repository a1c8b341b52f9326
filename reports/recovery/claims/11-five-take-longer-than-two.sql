-- page: 16
-- statement: With five lost packets every variant needs longer to recover its window than with two.
--
-- Cases are the choices of the lost packets, for each variant.
WITH by_variant AS (
    SELECT
        variant,
        count(*) FILTER (five > two + 0.001) AS longer,
        count(*) AS cases,
        max(printf('%.3f and %.3f s', two, five)) FILTER (scenario_set = 'losses') AS middle
    FROM two_and_five('time_to_regrow_cwnd')
    GROUP BY variant
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
