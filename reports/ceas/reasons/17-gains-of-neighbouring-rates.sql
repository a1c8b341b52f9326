-- reason: chance
-- claims: 61-memory-gains; 62-memory-gains-more-at-low-rates
-- words: No rate gains clearly less than a higher one, and none loses. Where rates are high there is little to gain, and rates that are next to each other gain alike: less than runs differ by.
SELECT 'what the memory gains, with 95 % intervals: ' || string_agg(
    printf('%s, %d ants/s %.1f %%', variant, ant_rate, mean)
        || coalesce(printf(' (%.1f to %.1f)', low, high), ''), ', '
    ORDER BY variant, ant_rate
)
FROM ceas_memory_gains
