-- reason: chance
-- cells: Section 6.2.1 | Block 2 ends | Delay
-- claims: 08-hybla-blocks
-- words: Block 1 is as printed, and block 2 begins as printed, in each of our sweeps. How far it goes on hangs on the phases of the senders' clocks: from 57 ms on the shares of single runs at one delay are up to half of the link apart. By our rule, jumps of more than 20 points, the block of most single sweeps ends before 57 ms, and that of one goes on to 64 ms, about as far as the printed one.
SELECT 'last delay before which the share jumps, up to 66 ms, by seed: ' || string_agg(
    printf('%.0f ms', last_ms), ', ' ORDER BY seed
)
FROM (
    SELECT seed, max(delay_ms) FILTER (jump > 20 AND together) - 1 AS last_ms
    FROM (
        SELECT
            *,
            bool_and(jump > 20 OR before > 20) OVER (
                PARTITION BY seed ORDER BY delay_ms ROWS UNBOUNDED PRECEDING
            ) AS together
        FROM (
            SELECT *, lag(jump) OVER (PARTITION BY seed ORDER BY delay_ms) AS before
            FROM (
                SELECT
                    seed, delay_ms,
                    abs(share - lag(share) OVER (PARTITION BY seed ORDER BY delay_ms)) AS jump
                FROM sync_run_shares JOIN scenarios USING (scenario)
                WHERE study = 'sync' AND scenario_set = 'hybla' AND algorithm = 'current'
                    AND queue_packets = 10
            )
        )
        WHERE delay_ms BETWEEN 43 AND 66
    )
    GROUP BY seed
)
