-- table: sync_sweeps
-- title: Sweeps by whole milliseconds
-- unit: %
-- definition: Share of flow 1 at whole milliseconds of delay, with the jump from the millisecond before: the sweeps as the report made them.
-- source: B. Baesjou's report (2005), Figures 5, 8, 9, 10 and 11
SELECT
    *,
    abs(share_1 - lag(share_1) OVER sweep) AS jump,
    delay_ms - lag(delay_ms) OVER sweep AS step_ms
FROM sync_shares
WHERE delay_ms = round(delay_ms)
WINDOW sweep AS (PARTITION BY scenario_set, queue_packets, level ORDER BY delay_ms)
ORDER BY scenario_set, queue_packets, level, delay_ms
