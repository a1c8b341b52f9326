-- The least and the largest share at 21 ms over all defaults.
SELECT min(share_1), max(share_1) FROM sync_shares
WHERE scenario_set = 'defaults' AND delay_ms = 21
