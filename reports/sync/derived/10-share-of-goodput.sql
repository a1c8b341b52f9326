-- table: estimates
-- title: Share of the goodput of flows 1 and 2
-- unit: %
-- range: 0 to 100
-- definition: Goodput of a flow over that of flows 1 and 2 together, from when flow 2 starts. Headers count, which changes no share: all packets are of one size.
-- source: B. Baesjou's report (2005), section 5.1
-- A scenario without chance has no number of replications: its run is exact.
SELECT
    scenario || ' ' || subject AS subject, value, IF(is_random, replications, NULL) AS n, deviation,
    single_end(-1, replications, value, deviation, quantile, 0, 100) AS prediction_low,
    single_end(1, replications, value, deviation, quantile, 0, 100) AS prediction_high
FROM (
    SELECT *, 'flow1' AS subject, share_1 AS value FROM sync_shares
    UNION ALL
    SELECT *, 'flow2', 100 - share_1 FROM sync_shares
)
LEFT JOIN student_t ON student_t.n = replications
