-- reason: unprinted parameter
-- parameter: by what the report tells how aggressive Hybla is
-- claims: 26-smoothing-is-less-aggressive
-- words: Up to 65 ms smoothing spares losses, as said. Beyond, rho is large with either round trip time; with the smoothed one Hybla starves a little less, sends more, and more is lost.
SELECT string_agg(
    IF(is_early, 'up to 65 ms ', 'beyond 65 ms ') || level || ': Hybla gets ' || short(share)
        || ' %, lost in a run ' || short(dropped), '; ' ORDER BY is_early DESC, level
)
FROM (
    SELECT
        delay_ms <= 65 AS is_early, level, avg(share_1) AS share, avg(dropped) AS dropped
    FROM sync_shares JOIN (
        SELECT scenario, avg(value) AS dropped FROM metrics
        WHERE study = 'sync' AND metric = 'packets_dropped' AND subject = 'link 2-3'
        GROUP BY scenario
    ) USING (scenario)
    WHERE scenario_set = 'hybla' AND queue_packets = 10
    GROUP BY ALL
)
