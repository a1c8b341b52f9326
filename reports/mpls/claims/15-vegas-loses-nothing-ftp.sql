-- page: 54, 62
-- statement: With FTP traffic Vegas does not lose a single packet, with up to eight flows.
WITH losses AS (
    SELECT flows, sum(CASE metric WHEN 'packets_sent' THEN mean ELSE -mean END) AS lost
    FROM points
    WHERE study = 'mpls' AND scenario_set = 'variants' AND variant = 'vegas'
        AND application = 'ftp' AND forwarding = 'mpls-control-driven'
        AND metric IN ('packets_sent', 'packets_received')
    GROUP BY flows
)
SELECT
    verdict_of(count(*) FILTER (lost = 0), count(*)) AS verdict,
    'packets lost, by number of flows: ' || string_agg(flows || ': ' || CAST(lost AS INTEGER), ', '
        ORDER BY flows) AS evidence
FROM losses
