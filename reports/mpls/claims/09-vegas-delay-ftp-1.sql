-- page: 46
-- statement: With one flow of FTP traffic the average delay of Vegas is about 25 % below that of the other variants.
FROM vegas_delay_claim('ftp', 1, 25)
