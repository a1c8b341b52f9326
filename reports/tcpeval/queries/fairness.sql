-- How fair flows share a link: an index, the least and the largest share.
SELECT topology, queueing, protocol, packet_error_percent,
       max(mean) FILTER (quantity = 'forward_fairness') AS fairness,
       max(mean) FILTER (quantity = 'least_share_percent') AS least,
       max(mean) FILTER (quantity = 'largest_share_percent') AS largest
FROM tcpeval_means WHERE scenario_set = 'experiments'
GROUP BY topology, queueing, protocol, packet_error_percent
