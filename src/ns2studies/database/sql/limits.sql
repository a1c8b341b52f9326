-- The most that a quantity can be in a scenario, where its definition knows no end:
--   since it began, a TCP flow has delivered no more than its source has offered (in a later part of a
--   run it can, as a backlog follows an outage);
--   a flow delivers no more than the links of its source can carry, or of its destination, or, where
--   the network is a tree, each link on its way;
--   a time in a run is no longer than the run.
CREATE OR REPLACE TEMP TABLE limits AS
WITH RECURSIVE measured AS (
    SELECT study, scenario, metric, subject, unit FROM metrics GROUP BY ALL
), rates AS (
    SELECT *, regexp_extract(subject, '^flow\d+') AS flow
    FROM measured
    WHERE starts_with(subject, 'flow') AND metric IN (
        'in_order_throughput', 'tcp_goodput', 'tcp_goodput_of_thirds', 'tcp_peak_rate',
        'tcp_phase_throughput', 'tcp_rate_deviation', 'tcp_throughput', 'unique_throughput'
    )
), asked AS (
    SELECT study, scenario, parameters
    FROM scenarios WHERE (study, scenario) IN (SELECT (study, scenario) FROM rates)
), flows AS (
    SELECT
        study, scenario, 'flow' || (place + 1) AS flow,
        CAST(json_extract(parameters, '$.flows[' || place || '].source') AS INTEGER) AS source,
        CAST(json_extract(parameters, '$.flows[' || place || '].destination') AS INTEGER)
            AS destination,
        CASE WHEN parameters ->> '$.traffic.application' = 'cbr' THEN CAST(coalesce(
            json_extract_string(parameters, '$.flows[' || place || '].cbr_rate_bps'),
            parameters ->> '$.traffic.cbr_rate_bps'
        ) AS DOUBLE) END AS offered_bps
    FROM (
        SELECT *, unnest(range(CAST(json_array_length(parameters, '$.flows') AS BIGINT))) AS place
        FROM asked
    )
), duplex AS (
    SELECT
        study, scenario,
        CAST(link ->> 'from' AS INTEGER) AS one, CAST(link ->> 'to' AS INTEGER) AS other,
        CAST(coalesce(link ->> 'bandwidth_bps', network_bps) AS DOUBLE) AS rate_bps
    FROM (
        SELECT
            study, scenario, parameters ->> '$.network.bandwidth_bps' AS network_bps,
            unnest(CAST(parameters -> '$.topology.links' AS JSON[])) AS link
        FROM asked
    )
), links AS (
    FROM duplex
    UNION ALL
    SELECT study, scenario, other, one, rate_bps FROM duplex
), nodes AS (
    -- A sum without one link's rate would be too small.
    SELECT
        study, scenario, one AS node,
        CASE WHEN count(rate_bps) = count(*) THEN sum(rate_bps) END AS rate_bps
    FROM links GROUP BY ALL
), trees AS (
    SELECT study, scenario, count(DISTINCT one) AS nodes
    FROM links GROUP BY ALL HAVING count(*) = 2 * (count(DISTINCT one) - 1)
), ways AS (
    SELECT
        study, scenario, flow, destination, source AS node, -1 AS before,
        CAST('infinity' AS DOUBLE) AS rate_bps, nodes AS left_over
    FROM flows JOIN trees USING (study, scenario)
    UNION ALL
    SELECT
        study, scenario, flow, destination, other, node, least(ways.rate_bps, links.rate_bps),
        left_over - 1
    FROM ways JOIN links USING (study, scenario)
    WHERE one = node AND other <> before AND node <> destination AND left_over > 0
), carried AS (
    SELECT study, scenario, flow, rate_bps FROM ways WHERE node = destination
    UNION ALL
    SELECT study, scenario, flow, rate_bps
    FROM flows JOIN nodes USING (study, scenario)
    WHERE node IN (source, destination)
), ends AS (
    SELECT study, scenario, metric, subject, rate_bps AS at_most
    FROM rates JOIN carried USING (study, scenario, flow)
    UNION ALL
    SELECT study, scenario, metric, subject, offered_bps
    FROM rates JOIN flows USING (study, scenario, flow)
    WHERE metric = 'tcp_goodput' AND subject IN (flow || ' before', flow || ' whole')
    UNION ALL
    SELECT study, scenario, metric, subject, CAST(parameters ->> '$.end_s' AS DOUBLE)
    FROM measured JOIN scenarios USING (study, scenario)
    WHERE unit = 's'
)
SELECT study, scenario, metric, subject, min(at_most) AS at_most
FROM ends
WHERE isfinite(at_most)
GROUP BY ALL;
