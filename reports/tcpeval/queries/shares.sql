-- Each forward flow's share.
SELECT scenario, topology, queueing, protocol, packet_error_percent, subject, mean, n
FROM points
WHERE study = $study AND scenario_set = 'experiments' AND metric = 'class_flow_share'
    AND starts_with(subject, 'forward ')
ORDER BY topology, queueing, protocol, packet_error_percent, subject
