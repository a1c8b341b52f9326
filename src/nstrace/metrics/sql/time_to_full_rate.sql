-- title: Time to full rate
-- subject: rate
-- table: metrics
-- unit: s
-- range: from 0
-- definition: From a flow's first packet to the start of the first second at full rate: the second before an arrival of new data, lying after the flow's first packet, that brought at least 90 % of what the flow's best such second did. Data by sequence number, each once.
-- source: ours; S. Tamrakar's thesis (2009), section 4.2, takes the data rate the sender is set to, which a trace does not say
-- needs: full_rate_seconds, connections
SELECT
    run_id,
    subject,
    (min(second_start_ns) - any_value(first_packet_ns)) / 1e9 AS value
FROM full_rate_seconds JOIN connections USING (connection)
GROUP BY run_id, subject
