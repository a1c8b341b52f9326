-- reason: unknown after these attempts
-- claims: 03-stretches-every-20-ms; 05-wins-just-behind-a-multiple
-- words: From 20 ms on stretches begin and end where the phases say. Below, flow 1's way back is shorter than the time of one packet, so that a small phase is no lead: its next packet comes to the place that its own last one made free. There shares hang on the windows: with those of ns-2.27, which are cut to whole packets, flow 1 wins at a few delays that no phase predicts. Tried: ns-2.35's, which keep fractions; with these it wins at none of them.
SELECT 'mean share of flow 1 at 1 to 7 ms, with ns-2.27''s windows and with ns-2.35''s: ' || string_agg(
    printf('%.0f ms %.0f and %.0f %%', delay_ms, old, recent), ', ' ORDER BY delay_ms
)
FROM (
    SELECT
        delay_ms,
        max(share_1) FILTER (level = 'ns-2.27') AS old,
        max(share_1) FILTER (level = 'fractional-windows') AS recent
    FROM sync_shares
    WHERE scenario_set = 'defaults' AND delay_ms <= 7
    GROUP BY delay_ms
)
WHERE old IS NOT NULL AND recent IS NOT NULL
