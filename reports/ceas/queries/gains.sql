-- What the memory of the previous hop gains, by variant and rate of ants.
SELECT variant, ant_rate, mean AS value, low, high, n FROM ceas_memory_gains
ORDER BY variant, ant_rate
