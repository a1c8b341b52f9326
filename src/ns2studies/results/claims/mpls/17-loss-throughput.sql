-- page: 59
-- statement: With random loss the percentage throughput of every variant is what the loss rate leaves: 98, 97, 96, 95 and 94 % at 1 to 5 %.
-- 99 - p percent: a percentage cut off below the decimal point, as 100 - p would be printed.
WITH throughputs AS (
    SELECT packet_error_percent AS percent, variant, floor(mean) AS throughput
    FROM points
    WHERE study = 'mpls' AND scenario_set = 'losses' AND metric = 'throughput_percent'
)
SELECT
    verdict_of(count(*) FILTER (throughput = 99 - percent), count(*)) AS verdict,
    'whole percents of the means: ' || string_agg(DISTINCT percent || ' % loss '
        || throughput || ' %', ', ' ORDER BY percent || ' % loss ' || throughput || ' %')
        AS evidence
FROM throughputs
