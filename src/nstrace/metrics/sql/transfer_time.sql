-- title: Time of a transfer
-- subject: delay
-- table: metrics
-- unit: s
-- range: from 0
-- definition: From the first packet of a TCP flow, its connection request if it sends one, to the arrival of the last of its distinct data. A flow of which sent data has not arrived is unfinished and has none; whether more would have been sent, a trace does not say.
-- source: L. Subedi's report (2008), sections 3.2 and IV (FTP download response time); that it is taken so is ours, since OPNET's request goes the other way
-- needs: segments, connections
SELECT
    run_id,
    subject,
    (max(first_arrived_ns) - any_value(first_packet_ns)) / 1e9 AS value
FROM segments JOIN connections USING (connection)
WHERE bare_header_bytes > 0
GROUP BY run_id, subject
HAVING count(first_arrived_ns) = count(*)
