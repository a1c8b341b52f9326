-- title: Time span
-- table: time_span
-- unit: ns
-- definition: When the first and the last event was.
-- source: ours
SELECT min(time_ns) AS first_ns, max(time_ns) AS last_ns
FROM (
    SELECT time_ns FROM packets
    UNION ALL SELECT time_ns FROM wireless
    UNION ALL SELECT time_ns FROM variables
    UNION ALL SELECT time_ns FROM queues
    UNION ALL SELECT time_ns FROM queue_variables
    UNION ALL SELECT time_ns FROM energy
    UNION ALL SELECT time_ns FROM movements
    UNION ALL SELECT time_ns FROM links
)
