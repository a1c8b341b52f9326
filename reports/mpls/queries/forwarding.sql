-- Delays over IP and over MPLS in ms, and how many metrics are the same over both.
WITH ours AS (
    SELECT variant, application, flows, forwarding, metric, subject, mean
    FROM points WHERE study = $study AND scenario_set = 'variants'
), delays AS (
    SELECT variant, application, flows,
           1000 * avg(mean) FILTER (forwarding = 'ip') AS ip,
           1000 * avg(mean) FILTER (forwarding = 'mpls-control-driven') AS control_driven,
           1000 * avg(mean) FILTER (forwarding = 'mpls-data-driven') AS data_driven
    FROM ours WHERE metric = 'mean_delay' GROUP BY ALL
), agreement AS (
    SELECT variant, application, flows,
           count(*) FILTER (over_ip.mean = over_mpls.mean) || ' of ' || count(*) AS metrics_equal
    FROM (FROM ours WHERE forwarding = 'ip') AS over_ip
    JOIN (FROM ours WHERE forwarding = 'mpls-control-driven') AS over_mpls
    USING (variant, application, flows, metric, subject) GROUP BY ALL
)
SELECT variant, upper(application) AS application, flows, ip, control_driven, data_driven,
       control_driven - ip AS apart_control, data_driven - ip AS apart_data, metrics_equal
FROM delays JOIN agreement USING (variant, application, flows)
ORDER BY application, flows, variant
