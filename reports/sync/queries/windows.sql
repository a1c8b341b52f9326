-- The windows of both flows in the first run, second by second.
WITH changes AS (
    SELECT 'Flow ' || right(subject, 1) AS flow, time_s, max_cwnd_packets, last_cwnd_packets
    FROM cwnd_series WHERE study = $study AND scenario = $scenario AND seed = 1
), seconds AS (
    SELECT flow, second
    FROM range(0, 200) AS times (second) CROSS JOIN (SELECT DISTINCT flow FROM changes)
    WHERE flow = 'Flow 1' OR second >= 20
)
SELECT seconds.flow, second AS time_s,
       CASE WHEN second = time_s THEN max_cwnd_packets ELSE last_cwnd_packets END AS cwnd
FROM seconds ASOF JOIN changes ON seconds.flow = changes.flow AND second >= time_s
ORDER BY seconds.flow, second
