-- How windows of Hybla grow: ours beside TCP-Linux.
SELECT
    CASE split_part(scenario, '/', 2) WHEN 'hybla' THEN 'ours' ELSE 'TCP-Linux' END || ', '
        || CAST(CAST(split_part(scenario, '/', -1) AS DOUBLE) AS INTEGER) || ' ms' AS flow,
    time_s,
    max_cwnd_packets AS cwnd
FROM cwnd_series WHERE study = $study AND starts_with(scenario, 'growth-linux/')
ORDER BY split_part(scenario, '/', 2), CAST(split_part(scenario, '/', -1) AS DOUBLE), time_s
