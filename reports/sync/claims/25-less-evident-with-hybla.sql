-- page: 6.2.1
-- statement: With Hybla the effect is slightly less evident, as its queue is filled in a more random way.
--
-- How evident it is: the standard deviation of flow 1's share over the delays up to 65 ms, beyond which
-- rho is another effect, in a sweep of single runs. Two cases: beside NewReno at 100 kb/s, which the
-- report ran, and beside NewReno in Hybla's place; at the delays that both have, differences of sweeps
-- with the same seed.
WITH pairs AS (
    SELECT
        other.scenario_set, seed,
        stddev_pop(hybla.share ORDER BY delay_ms) AS hybla,
        stddev_pop(other.share ORDER BY delay_ms) AS newreno
    FROM shares_of_runs() AS hybla JOIN shares_of_runs() AS other
        USING (queue_packets, delay_ms, seed)
    WHERE hybla.scenario_set = 'hybla' AND hybla.level = 'current'
        AND other.scenario_set IN ('newreno', 'newreno-fast')
        AND queue_packets = 10 AND delay_ms <= 65
    GROUP BY other.scenario_set, seed
    -- A few delays are no curve.
    HAVING count(*) >= 10
), cases AS (
    SELECT
        IF(scenario_set = 'newreno', 'NewReno at 100 kb/s', 'NewReno in its place') AS beside,
        avg(hybla) AS hybla, avg(newreno) AS newreno,
        interval_of(list(hybla - newreno ORDER BY seed), false) AS apart
    FROM pairs GROUP BY scenario_set
), counted AS (
    SELECT
        count(*) FILTER (apart.high < 0) AS said,
        count(*) FILTER (apart.low > 0) AS against,
        count(*) AS cases,
        string_agg(
            'beside ' || beside || ' the share deviates by ' || short(hybla) || ' points instead of '
                || short(newreno) || ' (' || difference_words(apart, 1) || ')', '; ' ORDER BY beside
        ) AS words
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    words || '; less: ' || order_words(said, against, cases) AS evidence
FROM counted
WHERE cases > 0
