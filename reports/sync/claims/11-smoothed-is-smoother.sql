-- page: 6.2.2
-- statement: With the smoothed round trip time the curve is a little smoother and Hybla does a little better.
--
-- Two cases: how much the share changes from one millisecond to the next, and what Hybla gets, on
-- average over a sweep of single runs; differences of sweeps with the same seed.
WITH sweeps AS (
    SELECT
        level AS algorithm, seed, share,
        abs(share - lag(share) OVER (PARTITION BY level, seed ORDER BY delay_ms)) AS jump
    FROM shares_of_runs()
    WHERE scenario_set = 'hybla' AND queue_packets = 10
), means AS (
    SELECT algorithm, seed, avg(jump) AS jump, avg(share) AS share
    FROM sweeps GROUP BY algorithm, seed
), compared AS (
    SELECT
        avg(smoothed.jump) AS smoothed_jump,
        avg(latest.jump) AS latest_jump,
        avg(smoothed.share) AS smoothed_share,
        avg(latest.share) AS latest_share,
        interval_of(list(smoothed.jump - latest.jump ORDER BY seed), false) AS jumps,
        interval_of(list(smoothed.share - latest.share ORDER BY seed), false) AS gains,
        count(*) AS sweeps
    FROM means AS smoothed JOIN means AS latest USING (seed)
    WHERE smoothed.algorithm = 'smoothed' AND latest.algorithm = 'current'
)
SELECT
    verdict_of_order(
        CASE WHEN jumps.high < 0 THEN 1 ELSE 0 END + CASE WHEN gains.low > 0 THEN 1 ELSE 0 END,
        CASE WHEN jumps.low > 0 THEN 1 ELSE 0 END + CASE WHEN gains.high < 0 THEN 1 ELSE 0 END,
        2
    ) AS verdict,
    'from one millisecond to the next the share changes by ' || short(smoothed_jump)
        || ' points on average instead of ' || short(latest_jump) || '; Hybla gets '
        || short(smoothed_share) || ' % on average instead of ' || short(latest_share)
        || ' %; with each of them run over all delays by ' || number_of(sweeps, 'seed')
        || CASE WHEN sweeps >= fewest_runs() THEN
            printf(', the differences lie from %.2g to %.2g and from %.2g to %.2g points',
                jumps.low, jumps.high, gains.low, gains.high)
            ELSE ', too few for an interval' END AS evidence
FROM compared
WHERE sweeps > 0
