-- reason: unprinted parameter
-- parameter: how much very similar may differ
-- claims: 43-capacity-like-congestion
-- words: They are alike in all that is described: never the full rate, both paths, rates that swing, more with large packets. In throughput they are more than a tenth apart, and less than a fifth: a link of 10 Mb/s that TCP has alone is another one than 3 Mb/s beside a load that does not yield.
SELECT 'slow link less congestion: ' || string_agg(
    variant_name(variant) || printf(' at %d ants/s %+.1f %%', ant_rate, 100 * (slow / loaded - 1)), ', '
    ORDER BY variant, ant_rate
)
FROM (
    SELECT
        variant, ant_rate,
        max(mean) FILTER (scenario_set = 'capacity' AND metric = 'tcp_throughput') AS slow,
        max(mean) FILTER (scenario_set = 'congestion' AND metric = 'tcp_phase_throughput') AS loaded
    FROM points
    WHERE packet_bytes = 1500 AND subject IN ('flow1', 'flow1 congestion')
    GROUP BY ALL
)
WHERE slow IS NOT NULL AND loaded IS NOT NULL
