-- page: 5.2
-- statement: The queue is filled most of the time, so that the round trip time of flow 2 is always around 852 ms.
--
-- Filled, as section 5.3 has it: it holds as many packets as it may, the one that is being sent
-- included, or one less. Most of the time: more than half, by the interval over the runs. Cases are the
-- delays of flow 1.
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
        delay_ms, avg(filled) AS filled, avg(waiting) AS waiting,
        interval_of(list(filled - 50 ORDER BY seed), false) AS beyond_half
    FROM runs GROUP BY delay_ms
), counted AS (
    SELECT
        count(*) FILTER (beyond_half.low > 0) AS said,
        count(*) FILTER (beyond_half.high < 0) AS against,
        count(*) AS cases,
        'it is filled, or has one place left, for ' || span(min(filled), max(filled))
            || ' % of the time (' || short(avg(filled)) || ' % on average over the delays), and '
            || span(min(waiting), max(waiting)) || ' packets wait on average' AS words
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    words || '; more than half of the time: ' || order_words(said, against, cases) AS evidence
FROM counted
WHERE cases > 0
