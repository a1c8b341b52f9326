-- page: 5.2
-- statement: The queue is filled most of the time, so that the round trip time of flow 2 is always around 852 ms.
--
-- Filled, as section 5.3 has it: it holds as many packets as it may, the one that is being sent
-- included, or one less. Most of the time: more than half, by the interval over the runs. The round trip
-- time: the path's, and the time of each packet in front, the one on the link included, on average; around
-- 852 ms is within 5 %. Cases are the delays of flow 1, for each of both parts.
WITH runs AS (
    SELECT
        delay_ms, seed, queue_packets,
        coalesce(sum(time_percent) FILTER (waiting_packets + 1 >= queue_packets - 1), 0) AS filled,
        sum(time_percent * waiting_packets) / 100 AS waiting
    FROM queue_occupancy JOIN sync_shares USING (scenario)
    WHERE study = 'sync' AND subject = 'link 2-3' AND scenario_set = 'newreno'
        AND queue_packets = 10
    GROUP BY delay_ms, seed, queue_packets
), cases AS (
    SELECT
        delay_ms, avg(filled) AS filled, avg(trip_ms) AS trip_ms,
        interval_of(list(filled - 50 ORDER BY seed), false) AS beyond_half,
        interval_of(list(trip_ms - 852 ORDER BY seed), false) AS apart
    FROM (
        SELECT *, 4 * fixed_ms + slow_ms + acknowledgement_ms + (waiting + 1) * packet_ms AS trip_ms
        FROM runs CROSS JOIN sync_times WHERE scenario_set = 'newreno'
    )
    GROUP BY delay_ms
), counted AS (
    SELECT
        count(*) FILTER (beyond_half.low > 0) + count(*) FILTER (lies_within(apart, 0.05 * 852)) AS said,
        count(*) FILTER (beyond_half.high < 0) + count(*) FILTER (lies_beyond(apart, 0.05 * 852))
            AS against,
        2 * count(*) AS cases,
        'it is filled, or has one place left, for ' || span(min(filled), max(filled))
            || ' % of the time (' || short(avg(filled)) || ' % on average over the delays), and the round '
            || 'trip takes ' || span(min(trip_ms), max(trip_ms)) || ' ms on average' AS words
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    words || '; more than half of the time, or 852 ms within 5 %: ' || order_words(said, against, cases) AS evidence
FROM counted
WHERE cases > 0
