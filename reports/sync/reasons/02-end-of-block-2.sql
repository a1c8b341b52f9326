-- reason: unprinted parameter
-- parameter: what ends a block of delays
-- cells: Section 6.2.1 | Block 2 ends | Delay
-- claims: 08-hybla-blocks
-- words: The report does not say what ends a block. By our rule, jumps of more than 20 points, block 1 is as printed, block 2 begins as printed, and ends at 56 ms. From there Hybla goes on to get little, and 64 ms is the next delay at which it has its share: read so, block 2 ends at 63 ms, as printed.
SELECT 'shares of Hybla from 55 to 65 ms: ' || string_agg(
    printf('%.0f ms %.0f %%', delay_ms, share_1), ', ' ORDER BY delay_ms
)
FROM sync_sweeps
WHERE scenario_set = 'hybla' AND queue_packets = 10 AND level = 'current' AND delay_ms BETWEEN 55 AND 65
