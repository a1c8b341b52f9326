-- What the brackets of Tables 4.3 and 4.4 may be, beside what they are: deviations between runs, within runs over bins,
-- and of the mean over runs at a moment.
WITH printed AS (
    SELECT
        CAST(split_part(scenario, '/', 2) AS INTEGER) AS packet_bytes, split_part(scenario, '/', 3) AS variant,
        split_part(subject, ' ', 1) AS flow, published
    FROM comparison
    WHERE study = $study AND metric = 'tcp_deviation_by_bin'
), within_runs AS (
    SELECT
        packet_bytes, variant, split_part(subject, ' ', 1) AS flow,
        avg(mean) FILTER (ends_with(subject, ' 0.5 s')) / 1e6 AS of_half,
        avg(mean) FILTER (ends_with(subject, ' 2 s')) / 1e6 AS of_two,
        avg(mean) FILTER (ends_with(subject, ' 10 s')) / 1e6 AS of_ten,
        avg(mean) FILTER (ends_with(subject, ' 20 s')) / 1e6 AS of_twenty
    FROM points
    WHERE study = $study AND scenario_set = 'two-flows' AND metric = 'tcp_deviation_by_bin'
    GROUP BY ALL
), between AS (
    SELECT packet_bytes, variant, left(subject, 5) AS flow, deviation / 1e6 AS between_runs, n
    FROM points
    WHERE study = $study AND scenario_set = 'two-flows' AND metric = 'tcp_goodput'
        AND ends_with(subject, ' whole')
), moments AS (
    SELECT
        packet_bytes, variant, flow,
        avg(across) / sqrt(any_value(runs)) / 1e6 AS at_a_moment, stddev_samp(middle) / 1e6 AS of_the_mean
    FROM (
        SELECT
            packet_bytes, variant, subject AS flow, start_us,
            stddev_samp(bps) AS across, avg(bps) AS middle, count(*) AS runs
        FROM two_flow_bins JOIN scenarios USING (study, scenario)
        WHERE study = $study AND scenario_set = 'two-flows'
        GROUP BY ALL
    )
    GROUP BY packet_bytes, variant, flow
)
SELECT
    packet_bytes, variant, flow, published, between_runs, of_half, of_two, of_ten, of_twenty, of_the_mean,
    at_a_moment, n
FROM printed JOIN within_runs USING (packet_bytes, variant, flow)
JOIN between USING (packet_bytes, variant, flow)
LEFT JOIN moments USING (packet_bytes, variant, flow)
ORDER BY packet_bytes, variant, flow
