-- page: 4.4
-- statement: With LSRP and DVR the variants hardly differ during congestion.
--
-- Hardly: by no more than 10 %.
WITH cases AS (
    SELECT
        are_alike(sack, reno, 10) AS is_alike,
        are_apart(sack, reno, 10) AS is_apart,
        printf(
            '%s: SACK %.2f, Reno %.2f Mb/s', routing_name(sack.routing), sack.mean / 1e6, reno.mean / 1e6
        ) AS words
    FROM chosen('congestion-baseline', 'tcp_phase_throughput', 'flow1 congestion', NULL, 1500) AS sack
    JOIN chosen('congestion-baseline', 'tcp_phase_throughput', 'flow1 congestion', NULL, 1500) AS reno
        ON sack.routing = reno.routing AND sack.variant = 'sack' AND reno.variant = 'reno'
)
SELECT
    verdict_of_order(count(*) FILTER (is_alike), count(*) FILTER (is_apart), count(*)) AS verdict,
    string_agg(words, '; ' ORDER BY words) || '; within 10 %: ' || alike_words(
        count(*) FILTER (is_alike), count(*) FILTER (is_apart), count(*)
    ) AS evidence
FROM cases
