-- page: 4.4
-- statement: Data that is sent before ants, or ants that ride on data packets, would help TCP during congestion.
WITH cases AS (
    SELECT
        other.choice, variant_name(other.variant) AS variant, other.mean, plain.mean AS plain,
        other.low > plain.high AS better, other.high < plain.low AS worse
    FROM ceas_points AS other
    JOIN chosen('congestion', 'tcp_phase_throughput', 'flow1 congestion', NULL, 1500) AS plain
        ON other.variant = plain.variant AND other.ant_rate = plain.ant_rate
            AND other.metric = plain.metric AND other.subject = plain.subject
    WHERE other.scenario_set = 'choices-congestion'
        AND other.choice IN ('data-before-ants', 'piggyback')
)
SELECT
    verdict_of_order(count(*) FILTER (better), count(*) FILTER (worse), count(*)) AS verdict,
    string_agg(
        printf('%s, %s: %.2f instead of %.2f Mb/s', choice, variant, mean / 1e6, plain / 1e6), '; '
        ORDER BY choice, variant
    ) AS evidence
FROM cases
