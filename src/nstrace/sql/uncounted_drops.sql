-- Lines about drops of packets that are neither of routing nor acknowledgements, by type, and why
-- they are no loss of a flow. Only right of a run of which no drop is one.
SELECT
    type,
    count(*) AS found,
    CASE
        WHEN is_sctp THEN 'there is a line for each chunk of a packet'
        WHEN bare_header_bytes IS NULL THEN 'of a type that is in no flow'
        WHEN size_bytes <= bare_header_bytes THEN 'without data'
        WHEN source_node IS NULL THEN 'lines don''t tell which nodes have its addresses'
        WHEN agents THEN 'it arrived all the same, was waiting in the end, or no line says that it was sent'
        ELSE 'agents are not traced, so that what arrived is not known'
    END AS why
FROM (
    SELECT type, size_bytes, source_node, type = 'sctp' AS is_sctp, true AS agents
    FROM packets_between_nodes ANTI JOIN overheard USING (run_id, line)
    WHERE event IN ('d', 'e')
    UNION ALL
    SELECT
        type, size_bytes, source_node, false,
        run_id IN (SELECT run_id FROM traced_layers WHERE layer = 'AGT')
    FROM wireless
    WHERE event = 'd' AND source_port <> 255
)
LEFT JOIN data_types USING (type)
WHERE NOT is_control(type)
GROUP BY type, why
ORDER BY found DESC, type, why
