-- Means of a quantity over the share of packets that links lose; single runs where they are too
-- few for an interval.
WITH runs AS (
    SELECT scenario, quantity, list(value / $divisor ORDER BY seed) AS singles
    FROM tcpeval_quantities GROUP BY scenario, quantity
)
SELECT DISTINCT ON (packet_error_percent, queueing, protocol)
       queueing, protocol, packet_error_percent, scenario, metric, subject,
       mean / $divisor AS value, low / $divisor AS low, high / $divisor AS high, n,
       CASE WHEN low IS NULL THEN singles END AS singles
FROM tcpeval_means LEFT JOIN runs USING (scenario, quantity)
WHERE topology = $topology AND quantity = $quantity AND packet_error_percent >= $least_percent
ORDER BY packet_error_percent, queueing, protocol, scenario
