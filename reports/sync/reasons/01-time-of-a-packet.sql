-- reason: rounding
-- cells: Section 5.2 | * | *; Section 6.1 | * | *; Section 6.2.1 | rho at 70 ms | Value; Section 6.2.1 | Growth in congestion avoidance at 70 ms times the window | Value
-- words: The printed sums are those of 83 and 8 ms for a packet of 1040 bytes, which takes 83.2 and 8.32 ms.
SELECT 'time of a packet and of ten, in ms: ' || string_agg(subject || printf(' %.2f', mean), ', ' ORDER BY subject)
FROM estimates
WHERE metric = 'report_s_arithmetic' AND subject IN ('packet ms', 'queue ms', 'fast packet ms', 'fast queue ms')
