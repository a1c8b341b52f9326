-- reason: contradiction in the text
-- claims: 21-newreno-and-hybla-hardly-differ
-- words: Chapter 7 has hardly a difference between the two, section 6.2.1 has Hybla crippled by what NewReno does not know; the report did not run NewReno with this capacity. In Hybla's place it gets nearly Hybla's share in the first block and at most delays up to 65 ms. Beyond, it is starved at most delays as well, where its packets find the queue full, and gets a third to a half at some, where Hybla gets nothing.
SELECT 'delays beyond 65 ms at which NewReno in Hybla''s place gets less than 10 % on average: '
    || count(*) FILTER (plain.share_1 < 10) || ' of ' || count(*) || '; more: '
    || coalesce(string_agg(
        printf('%.0f ms %.0f %% (Hybla %.1f %%)', delay_ms, plain.share_1, hybla.share_1), ', '
        ORDER BY delay_ms
    ) FILTER (plain.share_1 >= 10), 'none')
FROM sync_shares AS plain JOIN sync_shares AS hybla USING (delay_ms, queue_packets)
WHERE plain.scenario_set = 'newreno-fast' AND hybla.scenario_set = 'hybla'
    AND hybla.level = 'current' AND delay_ms > 65
