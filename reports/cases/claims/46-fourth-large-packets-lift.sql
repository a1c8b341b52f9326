-- page: 5.3
-- statement: Fourth connection: packets of 9000 bytes raise its rate over CEAS significantly.
FROM large_packets_lift_claim('flow4')
