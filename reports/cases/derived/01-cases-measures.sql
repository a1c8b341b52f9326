-- table: cases_measures
-- title: Measures made of several metrics of a run, over the replications
-- unit: s or %
-- definition: For each flow of a scenario, the mean of the replications with its 95 % interval of: connect_time_or_end, the connect time (s) or, without a connection, all of the flow's time; copies, the share (%) of the throughput that is neither new payload nor its headers; sent_again, the share (%) of retransmissions in the packets sent; lost_with_links, the share (%) of the packets sent that were lost with a link that failed; kept, the mean goodput of a part of the run in per cent of that of an earlier part ("flow1 failure of before"), with the interval of the logarithm of this ratio. The column runs has the single values by seed.
-- source: S. Tamrakar's thesis (2009), sections 5.2 and 5.3; headers of 40 bytes are ns'
WITH found AS (
    SELECT
        scenario, seed, subject, split_part(subject, ' ', 1) AS flow,
        split_part(subject, ' ', 2) AS part, metric, value
    FROM metrics
    WHERE study = 'cases' AND starts_with(subject, 'flow')
), timed AS (
    SELECT
        scenario, seed,
        max(value) FILTER (subject = 'end') - max(value) FILTER (subject = 'tcp') AS period_s
    FROM metrics
    WHERE study = 'cases' AND metric = 'event_time'
    GROUP BY scenario, seed
), packets AS (
    SELECT scenario, CAST(parameters -> 'tcp' ->> 'packet_bytes' AS DOUBLE) AS payload_bytes
    FROM scenarios
    WHERE study = 'cases'
), flows AS (
    SELECT
        scenario, seed, flow, period_s, payload_bytes,
        max(value) FILTER (metric = 'tcp_connected') AS connected,
        max(value) FILTER (metric = 'tcp_connect_time') AS connect_s,
        max(value) FILTER (metric = 'tcp_throughput') AS throughput_bps,
        max(value) FILTER (metric = 'tcp_goodput' AND part = 'whole') AS goodput_bps,
        max(value) FILTER (metric = 'tcp_retransmitted' AND part = 'whole') AS retransmitted,
        max(value) FILTER (metric = 'tcp_drops' AND ends_with(subject, ' whole link down')) AS lost
    FROM found JOIN timed USING (scenario, seed) JOIN packets USING (scenario)
    GROUP BY ALL
), measured AS (
    SELECT
        scenario, seed, 'connect_time_or_end' AS metric, flow AS subject,
        coalesce(connect_s, period_s) AS value, NULL AS later, NULL AS earlier
    FROM flows WHERE connected IS NOT NULL
    UNION ALL BY NAME
    SELECT
        scenario, seed, 'copies' AS metric, flow AS subject,
        -- Rounded: without any copy it is zero, not a trillionth.
        round(100 * (1 - goodput_bps * (1 + 40 / payload_bytes) / nullif(throughput_bps, 0)), 6)
            AS value
    FROM flows
    UNION ALL BY NAME
    SELECT
        scenario, seed, 'sent_again' AS metric, flow AS subject,
        100 * retransmitted
            / nullif(retransmitted + goodput_bps * period_s / (8 * payload_bytes), 0) AS value
    FROM flows
    UNION ALL BY NAME
    SELECT
        scenario, seed, 'lost_with_links' AS metric, flow AS subject,
        100 * lost / nullif(retransmitted + goodput_bps * period_s / (8 * payload_bytes), 0) AS value
    FROM flows
    UNION ALL BY NAME
    SELECT
        scenario, seed, 'kept' AS metric,
        flow || ' ' || later.part || ' of ' || earlier.part AS subject,
        100 * later.value / nullif(earlier.value, 0) AS value,
        later.value AS later, earlier.value AS earlier
    FROM found AS later JOIN found AS earlier USING (scenario, seed, metric, flow)
    WHERE metric = 'tcp_goodput' AND (earlier.part, later.part) IN (
        ('before', 'failure'), ('before', 'restoration'), ('before', 'transient'),
        ('transient', 'failure')
    )
), counted AS (
    SELECT
        scenario, metric, subject,
        CAST(count(*) AS INTEGER) AS n,
        -- A mean of ratios would be that of the runs with the least to begin with.
        coalesce(
            100 * avg(later ORDER BY seed) / avg(earlier ORDER BY seed), avg(value ORDER BY seed)
        ) AS mean,
        stddev_samp(value ORDER BY seed) AS deviation,
        log_ratios(list(later ORDER BY seed), list(earlier ORDER BY seed)) AS logarithms,
        map_from_entries(list((seed, value) ORDER BY seed)) AS runs
    FROM measured WHERE value IS NOT NULL
    GROUP BY scenario, metric, subject
)
SELECT
    scenario, metric, subject, n, mean,
    n = 1 AND NOT is_random AS is_exact,
    coalesce(
        100 * ratio_end(-1, logarithms, quantile),
        mean_end(-1, n, mean, deviation, quantile, 0, most)
    ) AS ci_low,
    coalesce(
        100 * ratio_end(1, logarithms, quantile),
        mean_end(1, n, mean, deviation, quantile, 0, most)
    ) AS ci_high,
    runs
FROM (
    -- Shares end at 100 %; times do not, nor does what is kept of an earlier goodput.
    SELECT *, CASE WHEN metric IN ('copies', 'sent_again', 'lost_with_links') THEN 100 END AS most FROM counted
)
JOIN (SELECT scenario, is_random FROM scenarios WHERE study = 'cases') USING (scenario)
LEFT JOIN student_t USING (n)
ORDER BY ALL
