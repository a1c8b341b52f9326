-- reason: chance
-- claims: 11-smoothed-is-smoother
-- words: Hybla does get more by the smoothed round trip time. That the curve is smoother too is what a single sweep may show or not: five sweeps with either, which differ in the phases of the senders' clocks alone, are as rough on average.
SELECT 'mean change from one millisecond to the next, by seed, smoothed and current: ' || string_agg(
    printf('%.1f and %.1f', smoothed, latest), '; ' ORDER BY seed
) || ' points'
FROM (
    SELECT
        seed,
        avg(jump) FILTER (algorithm = 'smoothed') AS smoothed,
        avg(jump) FILTER (algorithm = 'current') AS latest
    FROM (
        SELECT
            algorithm, seed,
            abs(share - lag(share) OVER (PARTITION BY algorithm, seed ORDER BY delay_ms)) AS jump
        FROM sync_run_shares JOIN scenarios USING (scenario)
        WHERE study = 'sync' AND scenario_set = 'hybla' AND queue_packets = 10
    )
    GROUP BY seed
)
