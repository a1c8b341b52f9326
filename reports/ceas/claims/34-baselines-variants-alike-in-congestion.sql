-- page: 4.4
-- statement: With LSRP and DVR the variants hardly differ during congestion.
--
-- Hardly: by no more than a tenth.
WITH cases AS (
    SELECT
        are_alike(sack, reno, alike_percent()) AS is_alike,
        are_apart(sack, reno, alike_percent()) AS is_apart,
        printf(
            '%s: SACK %.2f, Reno %.2f Mb/s', routing_name(sack.routing), sack.mean / 1e6, reno.mean / 1e6
        ) AS words
    FROM chosen('congestion-baseline', 'tcp_phase_throughput', 'flow1 congestion', NULL, 1500) AS sack
    JOIN chosen('congestion-baseline', 'tcp_phase_throughput', 'flow1 congestion', NULL, 1500) AS reno
        ON sack.routing = reno.routing AND sack.variant = 'sack' AND reno.variant = 'reno'
)
SELECT
    verdict_of_order(count(*) FILTER (is_alike), count(*) FILTER (is_apart), count(*)) AS verdict,
    string_agg(words, '; ' ORDER BY words) || '; within ' || readable(alike_percent()) || ' %: ' || alike_words(
        count(*) FILTER (is_alike), count(*) FILTER (is_apart), count(*)
    ) AS evidence
FROM cases
