-- page: 20
-- statement: No variant can tell a failed link from congestion: whatever the cause of a loss, it reduces its window.
WITH least AS (
    SELECT mean, CAST(parameters -> 'tcp' ->> 'window_packets' AS INTEGER) AS receiver
    FROM estimates JOIN scenarios USING (study, scenario)
    WHERE study = 'recovery' AND scenario_set IN ('outages', 'disconnections')
        AND metric = 'least_cwnd_after_loss'
)
SELECT
    verdict_of(count(*) FILTER (mean <= receiver / 2 + 1), count(*)) AS verdict,
    'in ' || count(*) FILTER (mean <= receiver / 2 + 1) || ' of ' || count(*)
        || ' runs in which the link''s failure lost data the window fell to half or less' AS evidence
FROM least
