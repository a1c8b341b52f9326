-- reason: contradiction in the text
-- claims: 22-large-rho-cripples-hybla
-- words: Section 6.3 has the phases decide, not the protocol. With rho held at 1, which is NewReno's growth, Hybla is starved beyond 65 ms at most delays as well: its packets find the queue full. A larger rho does not make it less, and at some delays more.
SELECT 'mean share of Hybla beyond 65 ms by a fixed rho: ' || string_agg(
    rho || printf(': %.1f %%', share), ', ' ORDER BY rho
)
FROM (
    SELECT split_part(level, '/', 2) AS rho, avg(share_1) AS share
    FROM sync_shares WHERE scenario_set = 'hybla-rho' AND delay_ms > 65 GROUP BY rho
)
