-- page: 6.2.1
-- statement: At 70 ms Hybla's windows flood the queue, so that it runs into timeouts one after the other, and can't start up as usual.
--
-- Two parts, in the run whose windows are traced. A timeout leaves a window of one packet: that it does so
-- in several seconds after flow 2 has started; and that the window stays below 20 packets, the receiver's,
-- in the 20 s before, when the flow is alone.
WITH windows AS (
    SELECT
        count(*) FILTER (time_s >= 20 AND min_cwnd_packets <= 1) AS timeouts,
        max(max_cwnd_packets) FILTER (time_s < 20) AS largest,
        count(*) AS changes
    FROM cwnd_series
    WHERE study = 'sync' AND scenario = 'hybla/10/current/70.0' AND subject = 'flow1' AND seed = 1
)
SELECT
    verdict_of_parts(
        [CAST(timeouts >= 2 AS INTEGER), CAST(largest < 20 AS INTEGER)], 1
    ) AS verdict,
    'in ' || timeouts || ' seconds of the run timeouts leave a window of one packet once flow 2 sends; alone, '
        || 'in the 20 s before, the window grows to ' || short(largest) || ' packets' AS evidence
FROM windows
WHERE changes > 0
