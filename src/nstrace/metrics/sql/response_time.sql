-- title: Response time of a download
-- subject: delay
-- table: metrics
-- unit: s
-- range: from 0
-- definition: From the first packet of a request to the arrival of the last of the data that answers it. The answer is a TCP flow; its request is the first flow between the same two nodes in the other direction that begins before it. A flow has no value while data that it sent has not arrived.
-- source: L. Subedi's report (2008), section 3.1 (FTP download response time); OPNET takes it from the client's request to the end of the answer
-- needs: segments, connections
SELECT
    run_id,
    subject,
    (max(first_arrived_ns) - min(asked_ns)) / 1e9 AS value
FROM segments
JOIN (
    SELECT
        file.connection,
        file.run_id,
        file.subject,
        min(request.first_packet_ns) AS asked_ns
    FROM connections AS file
    JOIN connections AS request
        ON file.run_id = request.run_id
        AND file.source_node = request.destination_node
        AND file.destination_node = request.source_node
        AND file.first_packet_ns > request.first_packet_ns
    WHERE file.bare_header_bytes > 0
    GROUP BY ALL
) USING (connection)
GROUP BY run_id, subject
HAVING count(first_arrived_ns) = count(*)
