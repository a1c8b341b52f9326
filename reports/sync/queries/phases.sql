-- Packets taken and dropped by the phase at which they arrive, in the first run.
WITH counted AS (
    SELECT
        'Flow ' || right(subject, 1) || ', ' || unnest(['taken', 'dropped']) AS packets,
        phase_ms,
        unnest([accepted, dropped]) AS packets_counted
    FROM arrival_phases WHERE study = $study AND scenario = $scenario AND seed = 1
)
SELECT packets, phase_ms, CAST(coalesce(sum(packets_counted), 0) AS INTEGER) AS count
FROM (SELECT DISTINCT packets FROM counted) CROSS JOIN range(0, 84) AS phases (phase_ms)
LEFT JOIN counted USING (packets, phase_ms)
GROUP BY packets, phase_ms
ORDER BY packets, phase_ms
