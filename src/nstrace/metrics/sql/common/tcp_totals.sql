-- kind: table
-- definition: TCP's data packets sent and received, and the sums of their delays. Sums are over integers, so that they do not depend on the order of rows.
-- needs: tcp_transits
SELECT
    run_id,
    subject,
    count(*) AS packets_sent,
    count(arrived_ns) AS packets_received,
    sum(delay_ns) AS delay_sum_ns,
    sum(CAST(delay_ns AS HUGEINT) * delay_ns) AS delay_square_sum_ns2
FROM tcp_transits
GROUP BY run_id, subject
