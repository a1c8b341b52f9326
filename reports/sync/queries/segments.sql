-- Segments that a flow sends without losses, and what equations 4 and 13 give, by round trip time: after
-- slow start to a threshold of 2 packets, for the length of a run. Hybla's are those of RTT0.
WITH sent AS (
    SELECT
        scenario, IF(split_part(scenario, '/', 2) = 'hybla', 'Hybla', 'NewReno') AS sender,
        CAST(split_part(scenario, '/', -1) AS DOUBLE) AS trip_ms, mean AS sent,
        CAST(parameters ->> 'end_s' AS DOUBLE) AS end_s,
        CAST(parameters -> 'flows' -> 0 ->> 'hybla_reference_s' AS DOUBLE) AS reference_s
    FROM points JOIN scenarios USING (study, scenario)
    WHERE study = $study AND scenario LIKE 'growth/%' AND metric = 'packets_sent'
        AND subject = 'flow1'
), timed AS (
    SELECT *, coalesce(reference_s, trip_ms / 1000) AS trip_s, end_s - trip_s AS rest_s FROM sent
)
SELECT
    scenario, sender, trip_ms, sent,
    1 / ln(2) + rest_s ** 2 / (2 * trip_s ** 2) + 2 * rest_s / trip_s AS expected,
    100 * (sent / expected - 1) AS apart
FROM timed ORDER BY sender, trip_ms
