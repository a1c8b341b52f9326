-- page: 6.2.4
-- statement: With RED and a queue of 10 the effect is still there, a little weaker.
--
-- Two cases: a flow gets less than 10 % somewhere, in every sweep of single runs; and at a smaller
-- share of the delays than without RED, by differences of sweeps with the same seed.
WITH shares AS (
    SELECT scenario_set, delay_ms, seed, 100.0 * CAST(least(share, 100 - share) < 10 AS INTEGER) AS starved
    FROM shares_of_runs()
    WHERE level = 'current' AND queue_packets = 10 AND delay_ms <= 65
), sweeps AS (
    SELECT seed, avg(red.starved) AS red, avg(tail.starved) AS tail
    FROM shares AS red JOIN shares AS tail USING (delay_ms, seed)
    WHERE red.scenario_set = 'red' AND tail.scenario_set = 'hybla'
    GROUP BY seed
), compared AS (
    SELECT
        avg(red) AS red, avg(tail) AS tail, min(red) AS least, max(red) AS most, count(*) AS sweeps,
        interval_of(list(tail - red ORDER BY seed), false) AS weaker
    FROM sweeps
), counted AS (
    SELECT
        *,
        CAST(least > 0 AS INTEGER) + CAST(weaker.low > 0 AS INTEGER) AS said,
        CAST(most = 0 AS INTEGER) + CAST(weaker.high < 0 AS INTEGER) AS against
    FROM compared
)
SELECT
    CASE WHEN sweeps < fewest_runs() THEN 'undecided'
        ELSE verdict_of_order(said, against, 2) END AS verdict,
    'a flow gets less than 10 % at ' || short(red) || ' % of the delays up to 65 ms with RED and at '
        || short(tail) || ' % of the same delays without, on average over '
        || number_of(sweeps, 'sweep') || ' of single runs, a difference of ' || difference_words(weaker, 1)
        || ' points' AS evidence
FROM counted
WHERE sweeps > 0
