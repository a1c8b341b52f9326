-- Where TCP did not always connect, and in how many runs it did not.
SELECT system, variant, background_kbps, round(n * (1 - mean)) AS failed, n
FROM (SELECT *, system_of(routing, previous_hop_memory) AS system FROM points)
WHERE study = $study AND scenario_set IN ('twelve', 'twelve-baseline') AND event = 'steady'
    AND metric = 'tcp_connected' AND subject = 'flow1' AND mean < 1
    AND NOT coalesce(previous_hop_memory, false)
ORDER BY system, variant, background_kbps
