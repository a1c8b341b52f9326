-- page: 59
-- statement: With random loss the percentage throughput of every variant is what the loss rate leaves: 98, 97, 96, 95 and 94 % at 1 to 5 %.
-- about: Figure 4.11 | * | *
-- The thesis cuts percentages off, so that 98.99 % is printed as 98.
WITH throughputs AS (
    SELECT packet_error_percent AS percent, mean, floor(mean) = 99 - packet_error_percent AS as_said
    FROM points
    WHERE study = 'mpls' AND scenario_set = 'losses' AND metric = 'throughput_percent'
), by_rate AS (
    SELECT percent, printf('%.2f to %.2f %%', min(mean), max(mean)) AS range_of_means
    FROM throughputs
    GROUP BY percent
), counted AS (
    SELECT count(*) FILTER (as_said) AS holding, count(*) AS cases FROM throughputs
)
SELECT
    verdict_of(any_value(holding), any_value(cases)) AS verdict,
    any_value(holding) || ' of ' || any_value(cases)
        || ' means, cut off to whole percent, are as said; the means of the variants lie at '
        || string_agg(percent || ' % loss: ' || range_of_means, '; ' ORDER BY percent) AS evidence
FROM by_rate, counted
