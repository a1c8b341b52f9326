-- reason: chance
-- claims: 22-failures-memory-gains-slightly
-- words: The memory gains some per cent with up to 2000 kb/s. With more load runs of one scenario differ by more than that: their intervals hold zero, and one of them lies below it.
SELECT 'gain in goodput, with 95 % intervals: ' || string_agg(
    printf('%s, %d kb/s: %+.1f (%.1f to %.1f) %%', variant_name(variant), background_kbps, mean, ci_low, ci_high),
    '; ' ORDER BY variant, background_kbps
)
FROM cases_memory_gains
WHERE scenario_set = 'twelve' AND event = 'failures' AND without_bps >= 40e3 AND n >= 5
