-- title: Mean delay since the first sending, up to a packet
-- subject: delay
-- table: metrics
-- unit: s
-- range: from 0
-- definition: Sum of the delays, as in mean_delay, of the packets with sequence numbers up to n, divided by n; n = 50, 100, ..., 1200. As in the thesis, n divides whether so many packets arrived or not: of a flow that ends before n, the value is below the mean of its delays and falls with n (mean_delay has the mean). Vegas' number 0 is a data packet and counts, the others' is a connection request and does not.
-- source: M. Kazmi's thesis (study mpls), Tables 4.2 and 4.7
-- needs: tcp_transits
SELECT
    run_id,
    subject || ' packets 1-' || n AS subject,
    sum(delay_ns) / n / 1e9 AS value
FROM tcp_transits JOIN (SELECT unnest(range(50, 1201, 50)) AS n) ON sequence <= n
WHERE arrived_ns IS NOT NULL
GROUP BY run_id, subject, n
