-- page: 4.4
-- statement: With LSRP and DVR the variants hardly differ then.
--
-- Hardly: by no more than 10 %.
WITH cases AS (
    SELECT sack.routing, sack.mean AS sack, reno.mean AS reno
    FROM chosen('congestion-baseline', 'tcp_phase_throughput', 'flow1 congestion', NULL, 1500) AS sack
    JOIN chosen('congestion-baseline', 'tcp_phase_throughput', 'flow1 congestion', NULL, 1500) AS reno
        ON sack.routing = reno.routing AND sack.variant = 'sack' AND reno.variant = 'reno'
)
SELECT
    verdict_of(count(*) FILTER (abs(sack / reno - 1) <= 0.1), count(*)) AS verdict,
    string_agg(
        printf('%s: SACK %.2f, Reno %.2f Mb/s', routing, sack / 1e6, reno / 1e6), '; ' ORDER BY routing
    ) AS evidence
FROM cases
