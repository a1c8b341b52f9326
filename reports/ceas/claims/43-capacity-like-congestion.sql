-- page: 4.5
-- statement: The results are very similar to those with congestion.
--
-- Throughput: within a tenth of each other.
WITH counted AS (
    SELECT
        count(*) FILTER (are_alike(one, other, alike_percent())) AS alike,
        count(*) FILTER (are_apart(one, other, alike_percent())) AS apart,
        count(*) AS cases
    FROM chosen('capacity', 'tcp_throughput', 'flow1', NULL, 1500) AS one
    JOIN chosen('congestion', 'tcp_phase_throughput', 'flow1 congestion', NULL, 1500) AS other
        USING (variant, ant_rate)
)
SELECT
    verdict_of_order(alike, apart, cases) AS verdict,
    'capacity ' || by_rate('capacity', 'tcp_throughput', 'flow1', NULL, 1500, 1e-6)
        || ' Mb/s, congestion '
        || by_rate('congestion', 'tcp_phase_throughput', 'flow1 congestion', NULL, 1500, 1e-6)
        || ' Mb/s; within ' || readable(alike_percent()) || ' %: ' || alike_words(alike, apart, cases) AS evidence
FROM counted
