-- Of how many runs printed means, and their deviations, are.
SELECT DISTINCT runs FROM printed_means ORDER BY runs
