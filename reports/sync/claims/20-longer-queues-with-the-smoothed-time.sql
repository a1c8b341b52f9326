-- page: 6.2.2
-- statement: With the smoothed round trip time and a queue of 30 Hybla does better, and the effect is still there.
FROM longer_queues_help('smoothed')
