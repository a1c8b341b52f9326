-- page: 4.7
-- statement: SACK does better than Reno throughout, and is the better choice with such routing.
--
-- Throughput of the first flow in every scenario with ants but those of the open choices.
WITH cases AS (
    SELECT
        contrast(sack, reno, 1) AS apart,
        100 * (sack.mean / reno.mean - 1) AS lead
    FROM ceas_points AS sack JOIN ceas_points AS reno
        ON sack.scenario_set = reno.scenario_set AND sack.metric = reno.metric
            AND sack.subject = reno.subject AND sack.ant_rate IS NOT DISTINCT FROM reno.ant_rate
            AND sack.memory IS NOT DISTINCT FROM reno.memory
            AND sack.bytes IS NOT DISTINCT FROM reno.bytes
    WHERE sack.metric = 'tcp_throughput' AND sack.subject = 'flow1'
        AND sack.scenario_set IN ('start', 'failure', 'congestion', 'capacity', 'two-flows')
        AND sack.variant = 'sack' AND reno.variant = 'reno'
), counted AS (
    SELECT
        count(*) FILTER (apart.low > 0) AS said,
        count(*) FILTER (apart.high < 0) AS against,
        count(*) AS cases,
        min(lead) AS least,
        max(lead) AS largest
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    printf('SACK''s throughput differs from Reno''s by %+.1f to %+.1f %%; ', least, largest)
        || order_words(said, against, cases) AS evidence
FROM counted
