-- reason: unprinted parameter
-- parameter: how large and how many the random packets are
-- claims: 18-randomness-cures
-- words: The report proposes packets at random times, tries none, and does not say how large or how many. Random delays about as long as a packet takes on the slow link do it. Packets of 41 bytes do not at up to 20 a second: they fill slots of the queue and take little time on the link. Packets as large as the flows' own do not either, at up to two a second, a sixth of the link.
SELECT 'mean share of flow 1 at 33 ms, by random packets a second: ' || string_agg(
    level || printf(': %.0f %%', share_1), ', ' ORDER BY CAST(level AS DOUBLE)
)
FROM sync_shares
WHERE scenario_set = 'traffic-noise' AND delay_ms = 33
