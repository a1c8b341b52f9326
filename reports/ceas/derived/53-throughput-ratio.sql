-- table: estimates
-- title: Throughput with CEAS over that with LSRP and DVR
-- unit: 1
-- range: from 0
-- definition: Mean TCP throughput over ant rates and variants with CEAS, for each seed, over the mean of the baselines, which chance hardly moves (the interval is of CEAS alone); the mean of these ratios. Packets of 1500 bytes; with congestion over its time, as the caption of Figure 4.11 says, with a slow link over the whole connection.
-- source: the thesis, section 4.4 (congestion) and appendix C (capacity)
WITH chosen AS (
    SELECT split_part(scenario_set, '-', 1) AS subject, routing, seed, scenario, value
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE study = 'ceas' AND packet_bytes = 1500 AND (
        scenario_set IN ('congestion', 'congestion-baseline')
        AND metric = 'tcp_phase_throughput' AND metrics.subject = 'flow1 congestion'
        OR scenario_set IN ('capacity', 'capacity-baseline')
        AND metric = 'tcp_throughput' AND metrics.subject = 'flow1'
    )
), baselines AS (
    SELECT subject, avg(value ORDER BY scenario) AS baseline
    FROM chosen WHERE routing IS NOT NULL
    GROUP BY subject
), ratios AS (
    SELECT subject, seed, avg(value ORDER BY scenario) / any_value(baseline) AS ratio
    FROM chosen JOIN baselines USING (subject)
    WHERE routing IS NULL
    GROUP BY subject, seed
)
SELECT
    subject, avg(ratio ORDER BY seed) AS value, count(*) AS n,
    stddev_samp(ratio ORDER BY seed) AS deviation
FROM ratios
GROUP BY subject
ORDER BY subject
