-- Packets sent, received and lost, mean delay and its variance, over all flows of a scenario.
SELECT
    upper(application) AS application, flows, variant, any_value(scenario) AS scenario,
    sum(mean) FILTER (metric = 'packets_sent') AS sent,
    sum(mean) FILTER (metric = 'packets_received') AS received,
    sum(mean) FILTER (metric = 'packets_lost') AS lost,
    1000 * avg(mean) FILTER (metric = 'mean_delay') AS delay_ms,
    1e6 * avg(mean) FILTER (metric = 'delay_variance') AS variance_ms2
FROM points
WHERE study = $study AND scenario_set = 'variants' AND forwarding = 'mpls-control-driven'
    AND metric IN ('packets_sent', 'packets_received', 'packets_lost', 'mean_delay', 'delay_variance')
GROUP BY application, flows, variant
ORDER BY application, flows, variant
