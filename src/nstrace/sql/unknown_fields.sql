-- Lines of packets of wireless nodes, in the new format, of which a field is not what it must be: they are
-- lines of nam for their shape. How many, and the first one.
SELECT run_id, count(*), min(line)
FROM nam
WHERE event IN ('s', 'r', 'd', 'f') AND contains(attributes, '-Hs ') AND contains(attributes, '-Ni ')
GROUP BY run_id
ORDER BY run_id
