-- page: 36
-- statement: With one flow of CBR traffic the average delay of Vegas is about 25 % below that of the other variants.
FROM vegas_delay_claim('cbr', 1, 25)
