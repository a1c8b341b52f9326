-- page: 6.2
-- statement: TCP PR takes no notice of packets that arrive out of order, and goes on at its full rate.
--
-- Where packets arrive out of order and none is missing for long: after the link is back, and
-- under congestion. At full rate: goodput within a twentieth of what the application sends.
WITH found AS (
    SELECT
        mean, low, high,
        concat_ws(
            ', ', IF(scenario_set = 'own-failure', 'once the link is back', 'in congestion'),
            CASE WHEN memory THEN 'with memory' WHEN NOT memory THEN 'without memory' END,
            ant_rate || ' ants/s'
        ) AS place,
        row(scenario_set, memory, ant_rate) AS ordered,
        CAST(json_extract_string(parameters, '$.traffic.cbr_rate_bps') AS DOUBLE) AS full_bps
    FROM ceas_points JOIN (
        SELECT scenario, parameters FROM scenarios WHERE study = 'ceas'
    ) USING (scenario)
    WHERE variant = 'tcp-pr' AND metric = 'tcp_goodput'
        AND (scenario_set, subject) IN (
            ('own-failure', 'flow1 restoration'), ('own-congestion', 'flow1 congestion')
        )
), counted AS (
    SELECT
        count(*) FILTER (low >= (1 - 0.05 * limit_factor()) * full_bps) AS said,
        count(*) FILTER (high < (1 - 0.05 * limit_factor()) * full_bps) AS against,
        count(*) AS cases
    FROM found
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    (
        SELECT string_agg(place || printf(': %.1f %%', 100 * mean / full_bps), '; ' ORDER BY ordered)
        FROM found
    ) || ' of the full rate; ' || order_words(said, against, cases) AS evidence
FROM counted
