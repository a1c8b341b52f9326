-- Goodput of CEAS less that of the better one of LSRP and DVR, where other networks were run.
WITH chosen AS (
    SELECT
        coalesce(network, 'ceas-12') AS network,
        ends_with(scenario_set, 'baseline') AS baseline,
        event, variant, background_kbps, mean / 1e3 AS mean, ci_low / 1e3 AS low,
        ci_high / 1e3 AS high, n
    FROM points
    WHERE study = $study AND metric = 'tcp_goodput' AND subject = 'flow1 whole'
        AND scenario_set IN ('twelve', 'twelve-baseline', 'networks', 'networks-baseline')
        AND NOT coalesce(previous_hop_memory, false)
), best AS (
    SELECT network, event, variant, background_kbps, max(mean) AS other
    FROM chosen WHERE baseline GROUP BY ALL
), judged AS (
    SELECT network, event, variant, background_kbps, mean AS goodput, other,
        mean - other AS value, low - other AS low, high - other AS high, n
    FROM chosen JOIN best USING (network, event, variant, background_kbps)
    WHERE NOT baseline
)
SELECT
    * REPLACE (list_position(['ceas-12', 'ceas-12-fans', 'ceas-12-sparse'], network) AS network),
    CASE WHEN low > 0 THEN 'more' WHEN high < 0 THEN 'less' ELSE 'not clear' END AS verdict
FROM judged
WHERE (event, variant, background_kbps) IN (
    SELECT (event, variant, background_kbps) FROM judged WHERE network <> 'ceas-12'
)
ORDER BY list_position(['steady', 'failures', 'transient'], event), variant, background_kbps,
    network
