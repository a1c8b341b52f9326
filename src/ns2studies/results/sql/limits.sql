-- The most that a quantity can be in a scenario, where its definition knows no end: since it began, a
-- TCP flow has delivered no more than its source has offered. In a later part of a run it can, as a
-- backlog follows an outage.
CREATE OR REPLACE TEMP MACRO limits() AS TABLE
    WITH sources AS (
        SELECT *, unnest(range(CAST(json_array_length(parameters, '$.flows') AS BIGINT))) AS place
        FROM scenarios
        WHERE parameters ->> '$.traffic.application' = 'cbr'
    ), offered AS (
        SELECT
            study, scenario, 'flow' || (place + 1) AS flow,
            CAST(coalesce(
                json_extract_string(parameters, '$.flows[' || place || '].cbr_rate_bps'),
                parameters ->> '$.traffic.cbr_rate_bps'
            ) AS DOUBLE) AS offered_bps
        FROM sources
    )
    SELECT
        study, scenario, 'tcp_goodput' AS metric,
        flow || ' ' || unnest(['before', 'whole']) AS subject, offered_bps AS at_most
    FROM offered;
