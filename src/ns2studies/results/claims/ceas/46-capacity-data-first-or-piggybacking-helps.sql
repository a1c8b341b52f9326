-- page: 4.5
-- statement: Sending data before ants, or ants on data packets, could help here as well.
WITH found AS (
    FROM ceas_points
    WHERE scenario_set = 'choices-capacity' AND metric = 'tcp_phase_throughput' AND subject = 'flow1 whole'
), cases AS (
    SELECT other.choice, variant_name(other.variant) AS variant, other.mean, plain.mean AS plain,
        other.low > plain.high AS better, other.high < plain.low AS worse
    FROM found AS other JOIN found AS plain
        ON plain.choice = 'as-chosen' AND other.choice IN ('data-first', 'piggyback')
            AND other.variant = plain.variant AND other.ant_rate = plain.ant_rate
)
SELECT
    verdict_of_order(count(*) FILTER (better), count(*) FILTER (worse), count(*)) AS verdict,
    string_agg(
        printf('%s, %s: %.2f instead of %.2f Mb/s', choice, variant, mean / 1e6, plain / 1e6), '; '
        ORDER BY choice, variant
    ) AS evidence
FROM cases
