-- page: 5.2.1
-- statement: Throughput and goodput differ very little, over all three systems.
--
-- Apart from headers: less than a twentieth of the throughput are copies of data that had arrived.
FROM below_claim(slight_percent() / 2, 'copies', 'flow1', 0, 5000, 1, ' %')
