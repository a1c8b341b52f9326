-- title: Data packets sent
-- table: metrics
-- unit: packets
-- definition: TCP's data packets (more than the 40 bytes of a header) that a sender handed to the queue of its first link, retransmissions included. Told apart by uid.
-- source: M. Kazmi's thesis (study mpls), section 3.4
-- needs: tcp_totals
SELECT run_id, subject, CAST(packets_sent AS DOUBLE) AS value
FROM tcp_totals
