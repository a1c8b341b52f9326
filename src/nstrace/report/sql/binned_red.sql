-- title: Queue as RED sees it
-- table: binned_red
-- unit: queue's unit
-- definition: The largest value of each piece of time of RED's average queue (a) and of the queue itself (Q), in packets or bytes as the queue counts.
-- source: ours; queue/red.cc of ns-2.35
-- needs: time_bins
SELECT
    CASE variable WHEN 'a' THEN 'average queue' ELSE 'queue' END AS subject,
    time_ns // width_ns * any_value(width_ns) / 1e9 AS time_s,
    max(value) AS size
FROM queue_variables, time_bins
WHERE variable IN ('a', 'Q')
GROUP BY subject, time_ns // width_ns
