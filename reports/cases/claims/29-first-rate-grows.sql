-- page: 5.3
-- statement: First connection: over CEAS its rate grows some time after the failures have begun.
--
-- What it sends in the last third of the time until 34-35 fails, less what in the first one.
FROM thirds_claim(1, 'tcp_sent_of_thirds', 'rate sent')
