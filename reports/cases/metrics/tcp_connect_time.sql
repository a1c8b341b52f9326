-- title: TCP connect time by first arrivals
-- table: metrics
-- unit: s
-- range: from 0
-- definition: From the start of a TCP flow to the first arrival of a data packet; the request for the connection, which ns' one-way agents send first, is no data. Nothing if no data ever arrives.
-- source: S. Tamrakar's thesis (2009), section 5.1
-- needs: first_arrivals, tcp_flows
SELECT run_id, subject, time_ns / 1e9 - start_us / 1e6 AS value
FROM first_arrivals JOIN tcp_flows USING (run_id, flow)
