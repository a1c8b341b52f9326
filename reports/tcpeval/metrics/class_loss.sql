-- title: Packet loss of a traffic class
-- table: metrics
-- unit: %
-- range: 0 to 100
-- definition: Data packets of a class that links lost in the measured period over those that were sent in it: all, those lost by a queue (overflow, or RED), and those lost to packet errors, before a queue.
-- source: the study of SACK PR, section 3.2.1 (loss rate); causes are ours
-- needs: class_totals
SELECT
    run_id,
    traffic_class || unnest(['', ' queue', ' error']) AS subject,
    100 * unnest([lost_in_queue + lost_before_queue, lost_in_queue, lost_before_queue]) / sent
        AS value
FROM (
    SELECT
        run_id,
        traffic_class,
        CAST(sum(dropped_in_queue) AS DOUBLE) AS lost_in_queue,
        CAST(sum(dropped_before_queue) AS DOUBLE) AS lost_before_queue,
        sum(sent_packets) AS sent
    FROM class_totals
    GROUP BY run_id, traffic_class
)
WHERE sent > 0
