-- page: 6.2.4
-- statement: With RED the effect is gone from a queue of 13 packets on.
--
-- The text looked at single runs, and so do we: a sweep is as said if no flow gets less than 10 % with 13
-- packets or more. It holds if all of them are, as far as sweeps can tell: if the exact interval of
-- their share lies above three quarters. The printed cell is asked for less: what one sweep may show.
WITH sweeps AS (
    SELECT
        seed, (SELECT least FROM sync_red_sweeps AS found WHERE found.seed = made.seed) AS least
    FROM (
        SELECT DISTINCT seed FROM shares_of_runs() WHERE scenario_set = 'red' AND delay_ms <= 65
    ) AS made
), counted AS (
    SELECT
        count(*) AS sweeps,
        count(*) FILTER (least <= 13) AS said,
        string_agg(coalesce(least::VARCHAR, 'none'), ', ' ORDER BY seed) AS words
    FROM sweeps
)
SELECT
    verdict_of_order(CAST(low >= 0.75 AS INTEGER), CAST(high < 0.75 AS INTEGER), 1) AS verdict,
    'from which queue on no flow gets less than 10 % at any delay up to 65 ms: ' || words
        || ' packets, in ' || number_of(sweeps, 'sweep') || ' of single runs; 13 or fewer in '
        || said || coalesce(
            printf(', so that it is %.0f to %.0f %% of all', 100 * low, 100 * high), ''
        ) AS evidence
FROM counted LEFT JOIN binomial ON (n, successes) = (sweeps, said)
WHERE sweeps > 0
