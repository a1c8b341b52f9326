-- page: 5.2.1
-- statement: Very little is sent again, over all three systems.
--
-- Less than a twentieth of the packets sent.
FROM below_claim(slight_percent() / 2, 'sent_again', 'flow1', 0, 5000, 1, ' %')
