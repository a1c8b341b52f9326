-- page: 1
-- statement: The long queue gives no less throughput.
SELECT
    CASE WHEN long.mean >= short.mean THEN 'confirmed' ELSE 'refuted' END AS verdict,
    readable(long.mean / 1e6) || ' and ' || readable(short.mean / 1e6) || ' Mbit/s' AS evidence
FROM (SELECT mean FROM points WHERE scenario = 'queues/50' AND metric = 'unique_throughput') AS long,
    (SELECT mean FROM points WHERE scenario = 'queues/5' AND metric = 'unique_throughput') AS short
