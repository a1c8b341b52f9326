-- reason: contradiction in the text
-- claims: 24-queue-length-has-no-influence
-- words: The same section has Hybla doing better with a longer queue. The length does not change the time of a packet, and thereby the delays at which flows fall into step. How much the flow that comes late loses by it does change: by far less with a queue of 30 than with one of 10.
SELECT 'least and largest share of Hybla from 16 to 64 ms, by means over the runs: ' || string_agg(
    queue_packets || ' packets: ' || span(least, largest) || ' %', '; ' ORDER BY queue_packets
)
FROM (
    SELECT queue_packets, min(share_1) AS least, max(share_1) AS largest
    FROM sync_sweeps
    WHERE scenario_set IN ('hybla', 'hybla-queues') AND level = 'current'
        AND delay_ms BETWEEN 16 AND 64
    GROUP BY queue_packets
)
