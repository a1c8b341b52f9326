-- page: 6.1
-- statement: Where the network is stable a higher ant rate costs more messages of ants.
--
-- Cases are pairs of rates that differ twofold or more; messages are counted on each link, in runs without data.
FROM trend_claim(1, 'overhead', 'routing_messages', 'all', NULL, NULL, 1, ' messages/s')
