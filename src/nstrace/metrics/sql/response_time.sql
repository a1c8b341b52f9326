-- title: Response time of a download
-- subject: delay
-- table: metrics
-- unit: s
-- range: from 0
-- definition: From the first packet of a request, the first flow that goes the other way between the two nodes of a TCP flow and begins before it, to the arrival of the last of the flow's distinct data. A flow of which sent data has not arrived is unfinished and has none.
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
