-- table: sync_run_sweeps
-- title: Sweeps of single runs by whole milliseconds
-- unit: %
-- definition: Share of flow 1 at whole milliseconds of delay in the runs of one seed, with the jump from the millisecond before: the sweeps as the report made them. Without a seed: of the means.
-- source: B. Baesjou's report (2005), Figures 5, 8, 9, 10 and 11
SELECT
    *,
    abs(share_1 - lag(share_1) OVER sweep) AS jump,
    delay_ms - lag(delay_ms) OVER sweep AS step_ms
FROM (
    SELECT scenario_set, queue_packets, level, seed, delay_ms, share AS share_1
    FROM sync_run_shares JOIN sync_shares USING (scenario)
    UNION ALL
    SELECT scenario_set, queue_packets, level, NULL, delay_ms, share_1 FROM sync_shares
)
WHERE delay_ms = round(delay_ms)
WINDOW sweep AS (PARTITION BY scenario_set, queue_packets, level, seed ORDER BY delay_ms)
ORDER BY scenario_set, queue_packets, level, seed, delay_ms
