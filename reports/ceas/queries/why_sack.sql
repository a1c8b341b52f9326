-- What retransmissions, windows and timeouts of the variants come to, with ants and packets of 1500 bytes: means over
-- replications and ant rates. A packet that arrives and is not new was sent again for nothing.
WITH runs_of AS (
    SELECT
        scenario_set, choice, previous_hop_memory, variant, scenario, seed,
        max(value) FILTER (metric = 'event_time' AND metrics.subject = 'end')
            - max(value) FILTER (metric = 'event_time' AND metrics.subject = 'tcp') AS period_s,
        max(value) FILTER (metric = 'tcp_goodput' AND metrics.subject = 'flow1 whole') AS goodput_bps,
        max(value) FILTER (metric = 'tcp_throughput' AND metrics.subject = 'flow1') AS throughput_bps,
        max(value) FILTER (metric = 'tcp_out_of_order' AND metrics.subject = 'flow1 whole') AS late_percent,
        max(value) FILTER (metric = 'tcp_retransmitted' AND metrics.subject = 'flow1 whole') AS resent,
        max(value) FILTER (metric = 'tcp_window_cuts' AND metrics.subject = 'flow1 whole') AS cuts,
        max(value) FILTER (metric = 'tcp_timeouts' AND metrics.subject = 'flow1 whole') AS timeouts
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE study = $study AND coalesce(packet_bytes, 1500) = 1500 AND routing IS NULL
        AND (
            scenario_set IN ('start', 'failure', 'congestion', 'capacity', 'two-flows')
            OR scenario_set IN ('choices-load', 'choices-two-flows', 'choices-failure')
            AND choice IN (
                'as-chosen', 'load-of-512-bytes', 'sack-acknowledges-each', 'stop-rule-of-2-35'
            )
        )
        AND NOT coalesce(previous_hop_memory, false)
    GROUP BY ALL
), counted AS (
    SELECT
        *,
        goodput_bps * period_s / 12000 AS new_packets,
        throughput_bps * period_s / 12320 - goodput_bps * period_s / 12000 AS copies
    FROM runs_of
)
SELECT
    scenario_set, coalesce(counted.choice, 'as chosen') AS choice, variant,
    avg(throughput_bps) / 1e6 AS throughput,
    avg(late_percent) AS late_percent,
    1000 * avg(resent) / avg(new_packets) AS resent_per_1000,
    avg(resent) / nullif(avg(late_percent * new_packets / 100), 0) AS resent_per_late,
    100 * avg(copies) / nullif(avg(resent), 0) AS copies_percent,
    60 * avg(cuts) / avg(period_s) AS cuts_per_min,
    60 * avg(timeouts) / avg(period_s) AS timeouts_per_min,
    count(*) AS n
FROM counted
WHERE resent IS NOT NULL
GROUP BY scenario_set, counted.choice, variant
ORDER BY scenario_set, counted.choice IS NOT NULL, counted.choice, variant
