-- page: 12
-- statement: The window grows by slow start to the slow start threshold, which is the receiver's window of 65 KB, and by congestion avoidance from there on.
--
-- Cases are the variants: the next eight packets take each ten times as long as in slow start.
WITH reached AS (
    SELECT
        variant,
        CAST(any_value(parameters) -> 'tcp' ->> 'window_packets' AS INTEGER) AS packets,
        min(time_s) FILTER (cwnd_packets >= 2) AS two_s,
        min(time_s) FILTER (
            cwnd_packets >= CAST(parameters -> 'tcp' ->> 'window_packets' AS INTEGER)
        ) AS full_s,
        min(time_s) FILTER (
            cwnd_packets >= CAST(parameters -> 'tcp' ->> 'window_packets' AS INTEGER) + 8
        ) AS above_s
    FROM cwnd_steps JOIN scenarios USING (study, scenario)
    WHERE study = 'recovery' AND scenario_set = 'losses' AND lost = '0' AND subject = 'flow1'
    GROUP BY variant
), judged AS (
    SELECT *, (above_s - full_s) / 8 > 10 * (full_s - two_s) / packets AS as_said FROM reached
)
SELECT
    verdict_of(count(*) FILTER (as_said), count(*)) AS verdict,
    printf(
        'so for %d of %d variants; %.2f s from 2 to %d packets, %.2f s for the next 8',
        count(*) FILTER (as_said), count(*), max(full_s - two_s), max(packets), min(above_s - full_s)
    ) AS evidence
FROM judged
HAVING count(*) > 0
