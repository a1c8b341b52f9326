-- page: 6.2.1
-- statement: With a longer queue Hybla does better, and the effect can still be seen.
FROM longer_queues_help('current')
