-- How long so many packets wait, at three delays, in the first run.
SELECT
    CAST(CAST(split_part(scenario, '/', -1) AS DOUBLE) AS INTEGER) || ' ms' AS delay,
    waiting_packets,
    time_percent
FROM queue_occupancy
WHERE study = $study AND seed = 1 AND scenario IN ('newreno/10/15.0', 'newreno/10/21.0', 'newreno/10/33.0')
ORDER BY delay, waiting_packets
