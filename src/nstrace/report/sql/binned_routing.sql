-- title: Routing packets over time
-- table: binned_routing
-- unit: packets
-- definition: Packets that the routing agents of wireless nodes sent in each piece of time, each hop counted, by type.
-- source: ours; as routing_packets_sent
-- needs: time_bins
WITH binned AS (
    SELECT type, time_ns // width_ns AS bin, count(*) AS packets
    FROM wireless, time_bins
    WHERE layer = 'RTR' AND event IN ('s', 'f') AND source_port = 255
    GROUP BY ALL
)
SELECT type AS subject, bin * width_ns / 1e9 AS time_s, coalesce(packets, 0) AS packets
FROM (SELECT type, unnest(range(min(bin), max(bin) + 2)) AS bin FROM binned GROUP BY type)
LEFT JOIN binned USING (type, bin), time_bins
