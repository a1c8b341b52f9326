-- What metrics take for wireless lines, in the place of the table of that name.
CREATE OR REPLACE TEMP VIEW wireless AS
SELECT * FROM memory.main.wireless
UNION ALL BY NAME
SELECT * FROM nam_wireless
