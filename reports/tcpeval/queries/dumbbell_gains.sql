-- What a protocol gains on the dumbbell with drop-tail queues.
SELECT packet_error_percent, gain, gain_low, gain_high, n FROM tcpeval_gains
WHERE scenario_set = 'experiments' AND topology = 'dumbbell' AND queueing = 'drop-tail'
    AND quantity = 'forward_bps' AND protocol = $protocol AND packet_error_percent > 0
    AND gain IS NOT NULL
ORDER BY packet_error_percent
