-- How windows grow, as rates, at some round trip times.
SELECT
    CASE split_part(scenario, '/', 2) WHEN 'hybla' THEN 'Hybla' ELSE 'NewReno' END || ', '
        || CAST(trip_ms AS INTEGER) || ' ms' AS flow,
    time_s,
    max_cwnd_packets / trip_ms * 1000 AS rate
FROM (
    SELECT *, CAST(split_part(scenario, '/', -1) AS DOUBLE) AS trip_ms FROM cwnd_series
    WHERE study = $study AND starts_with(scenario, 'growth/')
)
WHERE starts_with(scenario, 'growth/hybla') OR trip_ms IN (25, 100)
ORDER BY split_part(scenario, '/', 2), trip_ms, time_s
