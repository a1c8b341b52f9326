-- Where video loses most by a protocol, and of how many places that is the largest difference.
SELECT topology, queueing, packet_error_percent, mean, baseline_mean, difference_low,
       difference_high, count(*) OVER () AS places
FROM tcpeval_gains
WHERE scenario_set = 'experiments' AND quantity = 'video_loss_percent' AND protocol = $protocol
ORDER BY difference DESC, topology, queueing, packet_error_percent LIMIT 1
