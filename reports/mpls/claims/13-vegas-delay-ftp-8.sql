-- page: 55
-- statement: With eight flows of FTP traffic the average delay of Vegas is about 50 % below that of the other variants.
FROM vegas_delay_claim('ftp', 8, 50)
