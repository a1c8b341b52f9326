-- kind: table
-- definition: Drops of data packets that the trace shows, each with its place and cause: on a link as in drops; in the air, at a node, the last drop of a packet that arrived nowhere.
-- needs: drops, wireless_packets, data_types, bare_packets
SELECT run_id, time_ns, 'link ' || from_node || '-' || to_node AS place, cause
FROM drops
UNION ALL
SELECT run_id, lost_ns, 'node ' || lost_node, concat_ws(' ', lost_layer, lost_reason)
FROM wireless_packets JOIN data_types USING (type) ANTI JOIN bare_packets USING (run_id, uid)
WHERE lost_layer <> 'wire' AND sent_bytes > bare_header_bytes
