-- page: 6.1
-- statement: At 100 kb/s rho is near 1, so that Hybla gives no other results than NewReno.
--
-- Read so: shares are less than 5 points from those of NewReno at the same delay. Cases are the delays.
WITH cases AS (
    SELECT delay_ms, apart FROM (
        SELECT
            hybla.delay_ms,
            interval_of(list(hybla.share - newreno.share ORDER BY hybla.seed), false) AS apart
        FROM shares_of_runs() AS hybla JOIN shares_of_runs() AS newreno USING (queue_packets, delay_ms, seed)
        WHERE hybla.scenario_set = 'hybla-slow' AND newreno.scenario_set = 'newreno'
        GROUP BY hybla.delay_ms
    )
)
SELECT
    verdict_of_order(
        count(*) FILTER (lies_within(apart, 5)), count(*) FILTER (lies_beyond(apart, 5)), count(*)
    ) AS verdict,
    'shares are less than 5 points apart: ' || alike_words(
        count(*) FILTER (lies_within(apart, 5)), count(*) FILTER (lies_beyond(apart, 5)), count(*)
    ) || '; by means ' || short(max(abs(apart.mean))) || ' points at most' AS evidence
FROM cases
HAVING count(*) > 0
