-- page: 14
-- statement: After one lost packet NewReno drops its window to a value that was set before, and goes on in congestion avoidance.
--
-- Cases are the value and the growth. The value is the threshold, half of what may be on its way when
-- the loss is noticed: of the receiver's window, once the sender's is larger. Congestion avoidance: each
-- of the next eight packets takes ten times as long as in slow start.
WITH steps AS (
    SELECT
        time_s, cwnd_packets,
        CAST(parameters -> 'tcp' ->> 'window_packets' AS INTEGER) AS receiver,
        cwnd_packets < lag(cwnd_packets) OVER (ORDER BY time_s) AS falls
    FROM cwnd_steps JOIN scenarios USING (study, scenario)
    WHERE study = 'recovery' AND scenario = 'losses/newreno/1' AND subject = 'flow1'
), fallen AS (
    SELECT min(time_s) AS fallen_s, arg_min(cwnd_packets, time_s) AS least FROM steps WHERE falls
), found AS (
    SELECT
        receiver, least,
        min(time_s) FILTER (cwnd_packets >= receiver) - min(time_s) FILTER (cwnd_packets >= 2)
            AS slow_start_s,
        min(time_s) FILTER (time_s > fallen_s AND cwnd_packets >= least + 8) - fallen_s AS next_s
    FROM steps CROSS JOIN fallen
    GROUP BY receiver, least, fallen_s
)
SELECT
    verdict_of(
        CAST(abs(least - receiver / 2) < 1 AS INTEGER)
            + CAST(next_s / 8 > 10 * slow_start_s / receiver AS INTEGER), 2
    ) AS verdict,
    printf('the window falls to %.1f of %d packets; %.2f s ', least, receiver, next_s)
        || printf('for the next 8, where slow start took %.2f s from 2 to %d', slow_start_s, receiver)
        AS evidence
FROM found
