-- page: 49
-- statement: With two flows of FTP traffic the average delay of Vegas is about 40 % below that of the other variants.
FROM vegas_delay_claim('ftp', 2, 40)
