-- Returns of TCP's data packets to a node where they had been, by the number of links since, in
-- UNINETT's network: means of the runs, without and with previous-hop memory.
SELECT
    split_part(subject, ' ', 1) AS colony, packet_bytes,
    sum(mean) FILTER (NOT previous_hop_memory AND length = '2') AS of_2,
    sum(mean) FILTER (NOT previous_hop_memory AND length = '3') AS of_3,
    sum(mean) FILTER (NOT previous_hop_memory AND length = '4') AS of_4,
    sum(mean) FILTER (NOT previous_hop_memory AND length = 'more') AS of_longer,
    sum(mean) FILTER (previous_hop_memory AND length = '2') AS memory_2,
    sum(mean) FILTER (previous_hop_memory AND length = '3') AS memory_3,
    sum(mean) FILTER (previous_hop_memory AND length = '4') AS memory_4,
    sum(mean) FILTER (previous_hop_memory AND length = 'more') AS memory_longer,
    max(n) AS n
FROM (SELECT *, split_part(subject, ' ', 3) AS length FROM points)
WHERE study = $study AND scenario_set = $scenario_set AND metric = 'ceas_loops'
    AND split_part(subject, ' ', 1) IN ('4-51', '12-51', '41-51', '47-51')
    AND split_part(subject, ' ', 2) = 'whole'
GROUP BY colony, packet_bytes
ORDER BY list_position(['4-51', '12-51', '41-51', '47-51'], colony), packet_bytes
