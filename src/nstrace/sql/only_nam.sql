-- Runs of which there are nam's lines about packets without addresses and no other ones of packets: how
-- many of these lines are of wireless nodes, and how many of links.
SELECT run_id, count(layer), count(*) - count(layer)
FROM nam_packets
WHERE run_id NOT IN (SELECT run_id FROM packets UNION SELECT run_id FROM memory.main.wireless)
GROUP BY run_id
ORDER BY run_id
