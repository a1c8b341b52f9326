-- table: estimates
-- title: Deviation of the throughput between replications
-- unit: bit/s
-- definition: Standard deviation of a flow's throughput over the replications of a scenario. The thesis calls its numbers standard errors; fifteen runs of flows that share 100 Mb/s can't have one of 11.
-- source: the thesis, Tables 4.3 and 4.4
SELECT scenario || ' ' || subject AS subject, stddev_samp(value ORDER BY seed) AS value
FROM metrics JOIN scenarios USING (study, scenario)
WHERE study = 'ceas' AND scenario_set = 'two-flows' AND metric = 'tcp_throughput'
GROUP BY scenario, subject
HAVING count(*) > 1
ORDER BY subject
