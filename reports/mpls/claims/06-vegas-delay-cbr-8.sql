-- page: 45
-- statement: With eight flows of CBR traffic the average delay of Vegas is about 50 % below that of the other variants.
FROM vegas_delay_claim('cbr', 8, 50)
