-- reason: chance
-- claims: 22-failures-memory-gains-slightly
-- words: With little load the memory gains some per cent. With more, runs of one scenario differ by more than that, and most intervals hold zero.
SELECT 'gain in goodput, with 95 % intervals: ' || string_agg(
    printf('%s, %d kb/s: %+.1f (%.1f to %.1f) %%', variant_name(variant), background_kbps, mean, ci_low, ci_high),
    '; ' ORDER BY variant, background_kbps
)
FROM cases_memory_gains
WHERE scenario_set = 'twelve' AND event = 'failures' AND without_bps >= 40e3 AND n >= 5
