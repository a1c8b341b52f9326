-- table: estimates
-- title: Share of the goodput of flows 1 and 2
-- unit: %
-- definition: Goodput of a flow over that of flows 1 and 2 together, from when flow 2 starts.
-- source: B. Baesjou's report (study 002), section 5.1
SELECT scenario || ' ' || subject AS subject, value
FROM (
    SELECT scenario, 'flow1' AS subject, share_1 AS value FROM sync_shares
    UNION ALL
    SELECT scenario, 'flow2', 100 - share_1 FROM sync_shares
)
