-- Runs of which there are nam's lines about packets of wireless nodes and no other ones of packets.
SELECT run_id, count(*)
FROM nam
WHERE
    event IN ('+', '-', 'r', 'd', 'h')
    AND run_id NOT IN (SELECT run_id FROM packets UNION SELECT run_id FROM wireless)
GROUP BY run_id
ORDER BY run_id
