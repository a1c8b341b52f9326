-- page: 12
-- statement: The window grows by slow start to the slow start threshold, which is the receiver's window of 65 KB, and by congestion avoidance from there on.
WITH receiver AS (
    SELECT CAST(parameters -> 'tcp' ->> 'window_packets' AS INTEGER) AS packets
    FROM scenarios WHERE study = 'recovery' AND scenario = 'losses/reno/0'
), reached AS (
    SELECT
        packets,
        min(time_s) FILTER (cwnd_packets >= 2) AS two_s,
        min(time_s) FILTER (cwnd_packets >= packets) AS full_s,
        min(time_s) FILTER (cwnd_packets >= packets + 8) AS above_s
    FROM cwnd_steps JOIN receiver ON true
    WHERE study = 'recovery' AND scenario = 'losses/reno/0' AND subject = 'flow1'
    GROUP BY packets
)
SELECT
    verdict_of(CAST((above_s - full_s) / 8 > 10 * (full_s - two_s) / packets AS INTEGER), 1)
        AS verdict,
    printf(
        '%.2f s from 2 to %d packets, %.2f s for the next 8', full_s - two_s, packets,
        above_s - full_s
    ) AS evidence
FROM reached
