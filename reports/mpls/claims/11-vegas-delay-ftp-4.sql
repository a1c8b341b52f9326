-- page: 52
-- statement: With four flows of FTP traffic the average delay of Vegas is about 40 % below that of the other variants.
FROM vegas_delay_claim('ftp', 4, 40)
