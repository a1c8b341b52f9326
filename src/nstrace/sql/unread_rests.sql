-- Lines of packets of wireless nodes, in the old format, that go on in another way than ns-2.35 writes them
-- before what is told of IP. How many, and the first one.
SELECT run_id, count(*), min(line)
FROM wireless
WHERE source_node IS NULL AND contains(rest, '------- [')
GROUP BY run_id
ORDER BY run_id
