-- page: 5.2.1
-- statement: Throughput and goodput differ very little, over all three systems.
--
-- Apart from headers: less than 5 % of the throughput are copies of data that had arrived.
FROM below_claim(5, 'copies', 'flow1', 0, 5000, 1, ' %')
