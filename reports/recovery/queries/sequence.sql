-- Data packets by time around the loss.
SELECT time_s, packet, event FROM recovery_packets
WHERE study = $study AND scenario = $scenario AND subject = 'flow1'
ORDER BY CASE event WHEN 'sent' THEN 1 WHEN 'lost' THEN 2 ELSE 3 END, time_s
