-- page: 6.2.2
-- statement: With the smoothed round trip time and a queue of 30 Hybla does better, and the effect is still there.
--
-- Cases are the steps to 20 and to 30 packets, after each of which Hybla gets more beyond 65 ms, and
-- the two queues, with each of which the effect is still there: in every sweep its share varies by
-- more than 25 points from 16 to 64 ms.
WITH queues AS (FROM longer_queues('smoothed')), counted AS (
    SELECT
        count(*) FILTER (gain.low > 0) + count(*) FILTER (queue_packets > 10 AND spread > 25) AS said,
        count(*) FILTER (gain.high < 0) + count(*) FILTER (queue_packets > 10 AND spread <= 25)
            AS against,
        string_agg(
            queue_packets || ' packets: Hybla gets ' || short(late) || ' % on average beyond 65 ms'
                || IF(gain IS NULL, '', ' (' || difference_words(gain, 1) || ' points)')
                || ', and its share varies between ' || short(least) || ' and ' || short(largest)
                || ' % from 16 to 64 ms', '; ' ORDER BY queue_packets
        ) AS words,
        count(*) AS queues,
        min(sweeps) AS sweeps
    FROM queues
)
SELECT
    CASE WHEN runs_then(sweeps) < fewest_runs() THEN 'undecided'
        ELSE verdict_of_order(said, against, 4) END AS verdict,
    words || '; more, or still there: ' || order_words(said, against, 4) AS evidence
FROM counted
WHERE queues = 3
