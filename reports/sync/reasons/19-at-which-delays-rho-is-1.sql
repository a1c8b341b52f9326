-- reason: contradiction in the text
-- claims: 29-rho-of-1-changes-nothing
-- words: Equation 16 takes 20 ms, where rho is 1.07; it is more at longer delays, and rho squared is what a window grows by. Besides, with 1.07 the windows are no whole numbers, and where losses fall moves with them. At which delays flows fall into step is the same.
SELECT 'mean share of flow 1, Hybla and NewReno, where they are apart by most: ' || string_agg(
    printf('%.0f ms %.0f and %.0f %%', delay_ms, hybla, newreno), ', '
    ORDER BY abs(hybla - newreno) DESC, delay_ms
) FILTER (place <= 5)
FROM (
    SELECT
        hybla.delay_ms, hybla.share_1 AS hybla, newreno.share_1 AS newreno,
        row_number() OVER (ORDER BY abs(hybla.share_1 - newreno.share_1) DESC, hybla.delay_ms) AS place
    FROM sync_shares AS hybla JOIN sync_shares AS newreno USING (delay_ms, queue_packets)
    WHERE hybla.scenario_set = 'hybla-slow' AND newreno.scenario_set = 'newreno'
)
