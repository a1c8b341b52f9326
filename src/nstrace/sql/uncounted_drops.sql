-- Lines about drops of packets that are neither of routing nor acknowledgements, by type, and why
-- they are no loss of a flow. Only right of a run of which no drop is one.
SELECT
    type,
    count(*) AS found,
    CASE
        WHEN is_sctp THEN 'the trace has a line for each chunk of a packet'
        WHEN bare_header_bytes IS NULL THEN 'packets of this type are not part of any flow'
        WHEN size_bytes <= bare_header_bytes THEN 'these packets carry no data'
        WHEN source_node IS NULL THEN 'the trace does not show which nodes have their addresses'
        WHEN agents THEN 'they arrived anyway, were waiting at the end, or no line shows that they were sent'
        ELSE 'agents are not traced, so it is unknown what arrived'
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
