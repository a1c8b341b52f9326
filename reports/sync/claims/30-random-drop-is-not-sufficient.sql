-- page: 5.4
-- statement: Random Drop is not sufficient against the effect.
--
-- It would be if no flow got less than 10 % at any delay: so a flow does, at some delays in each sweep of
-- single runs.
WITH sweeps AS (
    SELECT
        scenario_set, seed, count(*) AS delays,
        count(*) FILTER (least(share, 100 - share) < 10) AS starved,
        min(least(share, 100 - share)) AS least
    FROM shares_of_runs()
    WHERE scenario_set IN ('random-drop', 'newreno') AND queue_packets = 10 AND delay_ms <= 69
        AND delay_ms IN (
            SELECT delay_ms FROM sync_shares WHERE scenario_set = 'random-drop'
        )
    GROUP BY scenario_set, seed
), compared AS (
    SELECT
        interval_of(list(starved ORDER BY seed) FILTER (scenario_set = 'random-drop'), false) AS random,
        avg(starved) FILTER (scenario_set = 'newreno') AS tail,
        max(delays) AS delays, min(least) FILTER (scenario_set = 'random-drop') AS least,
        count(*) FILTER (scenario_set = 'random-drop') AS sweeps
    FROM sweeps
)
SELECT
    CASE WHEN sweeps < fewest_runs() THEN 'undecided' ELSE verdict_of_order(
        CAST(random.low > 0 AS INTEGER), CAST(random.high <= 0 AS INTEGER), 1
    ) END AS verdict,
    'a flow gets less than 10 % at ' || mean_words(random, 1) || ' of ' || delays
        || ' delays with Random Drop, in ' || number_of(sweeps, 'sweep') || ' of single runs, and at '
        || coalesce(short(tail), '–') || ' with DropTail; the least share is ' || short(least) || ' %'
        AS evidence
FROM compared
WHERE sweeps > 0
