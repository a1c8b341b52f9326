-- page: 4.7
-- statement: When the best path is loaded or slow, CEAS makes more of the network than LSRP and DVR.
WITH cases AS (
    SELECT
        with_ants.scenario,
        without.routing,
        contrast(with_ants, without, 1) AS apart,
        with_ants.mean / without.mean AS ratio
    FROM ceas_points AS with_ants JOIN ceas_points AS without
        ON without.scenario_set = with_ants.scenario_set || '-baseline'
            AND without.metric = with_ants.metric AND without.subject = with_ants.subject
            AND without.variant = with_ants.variant AND without.bytes = with_ants.bytes
    WHERE with_ants.scenario_set IN ('congestion', 'capacity')
        AND with_ants.metric = 'tcp_throughput' AND with_ants.subject = 'flow1'
), counted AS (
    SELECT
        count(*) FILTER (apart.low > 0) AS said,
        count(*) FILTER (apart.high < 0) AS against,
        count(*) AS cases,
        min(ratio) AS least,
        max(ratio) AS largest,
        string_agg(DISTINCT routing_name(routing), ' and ' ORDER BY routing_name(routing)) AS base
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    span(least, largest) || ' times the throughput with ' || base || '; ' || order_words(said, against, cases) AS evidence
FROM counted
