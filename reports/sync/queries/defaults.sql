-- The first flow's share at some delays, with other defaults of ns.
WITH shares AS (
    SELECT level, delay_ms, share_1 FROM sync_shares
    WHERE scenario_set = 'defaults' AND queue_packets = 10
)
SELECT
    level,
    max(share_1) FILTER (delay_ms = 15) AS at_15,
    max(share_1) FILTER (delay_ms = 18) AS at_18,
    max(share_1) FILTER (delay_ms = 21) AS at_21,
    max(share_1) FILTER (delay_ms = 23) AS at_23,
    max(share_1) FILTER (delay_ms = 33) AS at_33,
    CASE WHEN count(*) < 20 THEN 'full scale only' ELSE (
        SELECT string_agg(
            CAST(first_ms AS INTEGER) || ' to ' || CAST(last_ms AS INTEGER) || ' ms', ', '
            ORDER BY first_ms
        )
        FROM sync_stretches
        WHERE scenario_set = 'defaults' AND seed IS NULL AND sync_stretches.level = shares.level
    ) END AS stretches
FROM shares GROUP BY level
ORDER BY level <> 'ns-2.27', level <> 'ns-2.35', level
