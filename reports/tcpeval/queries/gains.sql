-- What a protocol gains over the baseline, in per cent of it; the gains of single pairs of runs
-- where they are too few for an interval.
WITH pairs AS (
    SELECT own.scenario_set, topology, queueing, own.protocol, packet_error_percent, quantity,
           list(100 * (own.value / base.value - 1) ORDER BY seed) AS singles
    FROM tcpeval_quantities AS own
    JOIN (
        SELECT DISTINCT topology, queueing, protocol, packet_error_percent, seed, quantity, value
        FROM tcpeval_quantities
    ) AS base USING (topology, queueing, packet_error_percent, seed, quantity)
    WHERE base.protocol = (SELECT any_value(baseline) FROM tcpeval_gains)
    GROUP BY ALL
)
SELECT DISTINCT queueing, protocol, packet_error_percent,
       scenario || ' ' || baseline_scenario AS scenario, gain AS value, gain_low AS low,
       gain_high AS high, n, CASE WHEN gain_low IS NULL THEN singles END AS singles
FROM tcpeval_gains
LEFT JOIN pairs USING (scenario_set, topology, queueing, protocol, packet_error_percent, quantity)
WHERE topology = $topology AND quantity = $quantity AND packet_error_percent >= $least_percent
    AND gain IS NOT NULL
ORDER BY packet_error_percent, queueing, protocol
