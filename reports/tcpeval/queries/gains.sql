-- What a protocol gains over the baseline, in per cent of it.
SELECT DISTINCT queueing, protocol, packet_error_percent, gain AS value, gain_low AS low,
       gain_high AS high, n
FROM tcpeval_gains
WHERE topology = $topology AND quantity = $quantity AND packet_error_percent >= $least_percent
    AND gain IS NOT NULL
ORDER BY packet_error_percent, queueing, protocol
