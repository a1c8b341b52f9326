-- title: Mean one-way delay up to a packet
-- table: metrics
-- unit: s
-- definition: Sum of the delays of the packets with sequence numbers up to n, divided by n; n = 50, 100, ..., 1200. Vegas' number 0 is a data packet and counts, the others' is a connection request and does not.
-- source: thesis Tables 4.2 and 4.7
SELECT
    run_id,
    'flow' || flow || ' packets 1-' || n AS subject,
    sum(delay_ns) / n / 1e9 AS value
FROM received JOIN (SELECT unnest(range(50, 1201, 50)) AS n) ON sequence <= n
GROUP BY run_id, flow, n
