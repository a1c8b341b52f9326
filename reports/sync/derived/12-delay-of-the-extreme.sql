-- table: estimates
-- title: Delay at which a flow's share is largest
-- unit: ms
-- definition: Whole milliseconds of variable delay up to 65 ms, queue of 10, current round trip time.
-- source: B. Baesjou's report (study 002), section 6.2.1
SELECT
    unnest(['Hybla', 'NewReno']) AS subject,
    unnest([arg_max(delay_ms, share_1), arg_min(delay_ms, share_1)]) AS value
FROM sync_sweeps
WHERE scenario_set = 'hybla' AND queue_packets = 10 AND level = 'current' AND delay_ms <= 65
    AND delay_ms >= 16
HAVING count(*) > 0
