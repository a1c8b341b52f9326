-- table: estimates
-- title: Throughput with CEAS over that with LSRP and DVR
-- unit: 1
-- definition: Mean TCP throughput over ant rates and variants with CEAS, over the mean of the baselines; packets of 1500 bytes, over the whole connection.
-- source: the thesis, section 4.4 (congestion) and appendix C (capacity)
SELECT
    split_part(scenario_set, '-', 1) AS subject,
    avg(mean) FILTER (routing IS NULL) / avg(mean) FILTER (routing IS NOT NULL) AS value
FROM points
WHERE study = 'ceas' AND metric = 'tcp_throughput' AND subject = 'flow1' AND packet_bytes = 1500
    AND scenario_set IN ('congestion', 'congestion-baseline', 'capacity', 'capacity-baseline')
GROUP BY split_part(scenario_set, '-', 1)
HAVING value IS NOT NULL
ORDER BY subject
