-- page: 5.3
-- statement: First connection: over time its rate fluctuates less.
--
-- The deviation of what it sends a second, in the last third of the time until 34-35 fails and in
-- the first one.
FROM thirds_claim(-1, 'tcp_sent_deviation_of_thirds', 'deviation of the rate sent')
