-- reason: unknown after these attempts
-- claims: 07-newreno-worst-cbr-8
-- words: New Reno has the lowest throughput, and Sack the highest average at 0.9 s, as said; from packet 200 on Sack stays above New Reno for a while. The figure of these averages is not in our copy, and its numbers are not printed. Tried: the mean of the eight flows, and each flow alone; New Reno is the highest at each of these packets in none.
WITH highest AS (
    SELECT flow, packet, arg_max(variant, delay_s) AS variant
    FROM average_delays('cbr', 8)
    WHERE packet >= 200
    GROUP BY flow, packet
)
SELECT 'packets from 200 on at which New Reno has the highest average: ' || string_agg(
    IF(starts_with(flow, 'flow'), flow_name(flow), flow) || printf(' %d of %d', newreno, packets), ', '
    ORDER BY flow
)
FROM (
    SELECT flow, count(*) FILTER (variant = 'newreno') AS newreno, count(*) AS packets
    FROM highest GROUP BY flow
)
