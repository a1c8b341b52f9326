-- Means of a quantity over the share of packets that links lose.
SELECT DISTINCT queueing, protocol, packet_error_percent,
       mean / $divisor AS value, low / $divisor AS low, high / $divisor AS high, n
FROM tcpeval_means
WHERE topology = $topology AND quantity = $quantity AND packet_error_percent >= $least_percent
ORDER BY packet_error_percent, queueing, protocol
