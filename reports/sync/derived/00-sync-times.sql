-- table: sync_times
-- title: What a round trip is made of
-- unit: ms
-- definition: In each scenario set: how long the slow link sends a packet with its header, and an acknowledgement of 40 bytes; the delay of one access link of flow 2; that of the slow link, there and back.
-- source: the configuration; B. Baesjou's report (2005), sections 5.2 and 6.1
SELECT
    scenario_set,
    any_value(8000 * (packet_bytes + 40) / bandwidth_bps) AS packet_ms,
    any_value(8000 * 40 / bandwidth_bps) AS acknowledgement_ms,
    any_value(1000 * fixed_delay_s) AS fixed_ms,
    any_value(2000 * slow_delay_s) AS slow_ms
FROM (
    SELECT
        scenario_set,
        CAST(parameters -> 'tcp' ->> 'packet_bytes' AS DOUBLE) AS packet_bytes,
        CAST(parameters -> 'topology' -> 'links' -> 0 ->> 'delay_s' AS DOUBLE) AS fixed_delay_s,
        CAST(parameters -> 'topology' -> 'links' -> 2 ->> 'delay_s' AS DOUBLE) AS slow_delay_s,
        CAST(parameters -> 'topology' -> 'links' -> 2 ->> 'bandwidth_bps' AS DOUBLE)
            AS bandwidth_bps
    FROM scenarios WHERE study = 'sync'
)
GROUP BY scenario_set
ORDER BY scenario_set
