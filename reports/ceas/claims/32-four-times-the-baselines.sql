-- page: 4.4
-- statement: The throughput with CEAS is four times that with LSRP or DVR.
-- about: Section 4.4 | * | *
--
-- Section 4.4 says beside it that the congested path carries more: see congested_path. By itself:
-- four: between three and five. The printed definition counts from the start of the connection on;
-- how long the thesis let it run before the congestion and during it is not known.
WITH ratios AS (
    SELECT
        mean_of('congestion', 'tcp_throughput', 'flow1', NULL, 1500)
            / mean_of('congestion-baseline', 'tcp_throughput', 'flow1', NULL, 1500) AS whole,
        mean_of('congestion', 'tcp_phase_throughput', 'flow1 congestion', NULL, 1500)
            / mean_of('congestion-baseline', 'tcp_phase_throughput', 'flow1 congestion', NULL, 1500)
            AS phase,
        (SELECT min(n) FROM chosen('congestion', 'tcp_throughput', 'flow1', NULL, 1500)) AS n
)
SELECT
    CASE WHEN excluded THEN 'contradicts itself'
        WHEN n < fewest_runs() THEN 'undecided'
        ELSE verdict_of(
            CAST(whole BETWEEN 3 AND 5 AS INTEGER) + CAST(phase BETWEEN 3 AND 5 AS INTEGER), 2
        ) END AS verdict,
    words || printf('. By itself: %.2f times over the whole connection, %.2f times during the congestion', whole, phase)
        AS evidence
FROM ratios CROSS JOIN congested_path(1500)
WHERE whole IS NOT NULL AND phase IS NOT NULL AND excluded IS NOT NULL
