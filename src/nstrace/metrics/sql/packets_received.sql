-- title: Data packets received
-- subject: delivery and loss
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: TCP's data packets that arrived at their destination, copies included. Told apart by uid.
-- source: M. Kazmi's thesis (study mpls), section 3.4
-- needs: tcp_totals
SELECT run_id, subject, CAST(packets_received AS DOUBLE) AS value
FROM tcp_totals
