-- title: What the packets are
-- table: traffic
-- unit: lines
-- definition: Lines by type of packet, and whether these are routing packets: from port 255 of wireless nodes, or of ns' own protocols on wires.
-- source: ours
SELECT type, is_routing, sum(lines) AS lines
FROM (
    SELECT type, starts_with(type, 'rtProto') AS is_routing, count(*) AS lines
    FROM packets
    GROUP BY ALL
    UNION ALL
    SELECT type, coalesce(source_port = 255, false), count(*)
    FROM wireless
    WHERE layer IN ('AGT', 'RTR') AND type IS NOT NULL
    GROUP BY ALL
)
WHERE type IS NOT NULL
GROUP BY type, is_routing
