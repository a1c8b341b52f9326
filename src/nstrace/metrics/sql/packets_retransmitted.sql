-- title: Data packets sent again
-- table: metrics
-- unit: packets
-- definition: TCP's data packets that entered the queue of their first link with a sequence number that had been sent before.
-- source: ours
-- needs: tcp_transits
SELECT
    run_id,
    subject,
    CAST(count(*) - count(DISTINCT sequence) AS DOUBLE) AS value
FROM tcp_transits
GROUP BY run_id, subject
