-- reason: unprinted parameter
-- parameter: whether each run is meant, or the mean over the replications that the figures draw
-- claims: 47-two-flows-never-full-rate
-- words: As a mean over the runs it holds: no connection comes near its full rate of 75 Mb/s. Single runs are otherwise: in some, one connection has the network to itself for ten seconds.
SELECT 'goodput of two connections, mean over the runs, and runs at full rate for ten seconds: '
    || string_agg(
        printf('%s %s %.1f Mb/s, %d of %d', variant, flow, bps / 1e6, reached, runs), ', '
        ORDER BY variant, flow
    )
FROM (
    SELECT
        variant, left(metrics.subject, 5) AS flow,
        avg(value) FILTER (metric = 'tcp_goodput') AS bps,
        count(*) FILTER (metric = 'tcp_full_rate_reached' AND value = 1) AS reached,
        count(*) FILTER (metric = 'tcp_full_rate_reached') AS runs
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE scenario_set = 'two-flows' AND packet_bytes = 1500
        AND metric IN ('tcp_goodput', 'tcp_full_rate_reached')
        AND (ends_with(metrics.subject, ' whole') OR ends_with(metrics.subject, ' tcp'))
    GROUP BY ALL
)
