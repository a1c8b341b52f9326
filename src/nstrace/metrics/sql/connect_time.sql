-- title: TCP connect time
-- subject: delay
-- table: metrics
-- unit: s
-- range: from 0
-- definition: From the first packet of a TCP flow to the first arrival of a data packet. One-way agents of ns send 40 bytes first as a connection request and data once that is acknowledged; without such a request (Vegas) it is the delay of the first data alone.
-- source: S. Tamrakar's thesis (2009), section 5.1
-- needs: transits, connections
SELECT
    run_id,
    subject,
    (min(arrived_ns) - any_value(first_packet_ns)) / 1e9 AS value
FROM transits JOIN connections USING (connection)
WHERE bare_header_bytes > 0 AND arrived_ns IS NOT NULL
GROUP BY run_id, subject
