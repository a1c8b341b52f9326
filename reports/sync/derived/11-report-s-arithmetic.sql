-- table: estimates
-- title: What the report works out by hand
-- unit: as named
-- range: from 0
-- runs: none
-- definition: Its own formulas with the values of the runs: a round trip is twice the path's delay and a full queue of packets of 1040 bytes; rho is that over RTT0; a share by delays alone is the other flow's over the sum of both.
-- source: B. Baesjou's report (2005), sections 4.1, 5.1 and 5.3, equations 14 to 18
WITH given AS (
    SELECT
        scenario_set,
        any_value(CAST(parameters -> 'flows' -> 0 ->> 'hybla_reference_s' AS DOUBLE)) * 1000
            AS reference_ms
    FROM scenarios
    WHERE study = 'sync' AND scenario_set IN ('newreno', 'hybla')
        AND split_part(scenario, '/', 2) = '10'
    GROUP BY scenario_set
), trips AS (
    SELECT
        scenario_set,
        packet_ms,
        acknowledgement_ms,
        2 * 20 + slow_ms / 2 AS path_ms,
        4 * 20 + slow_ms AS way_ms,
        100 * fixed_ms / (fixed_ms + 15) AS share_1,
        reference_ms,
        10 * packet_ms AS queue_ms,
        4 * fixed_ms + slow_ms + 10 * packet_ms AS fixed_rtt_ms,
        4 * 20 + slow_ms + 10 * packet_ms AS rtt_20_ms,
        4 * 70 + slow_ms + 10 * packet_ms AS rtt_70_ms
    FROM given JOIN sync_times USING (scenario_set)
)
SELECT
    unnest([
        'packet ms', 'queue ms', 'fixed rtt ms', 'rtt at 20 ms', 'rho at 20 ms', 'path at 20 ms',
        'way back at 20 ms', 'acknowledgement ms', 'share by delays of flow1',
        'share by delays of flow2'
    ]) AS subject,
    unnest([
        packet_ms, queue_ms, fixed_rtt_ms, rtt_20_ms, rtt_20_ms / fixed_rtt_ms, path_ms, way_ms,
        acknowledgement_ms, share_1, 100 - share_1
    ]) AS value
FROM trips WHERE scenario_set = 'newreno'
UNION ALL
SELECT 'fast ' || unnest(
        ['packet ms', 'queue ms', 'rtt at 20 ms', 'rtt0 ms', 'rho at 20 ms', 'rtt at 70 ms',
        'rho at 70 ms', 'growth at 70 ms', 'rho squared at 70 ms']
    ),
    unnest(
        [packet_ms, queue_ms, rtt_20_ms, reference_ms, rtt_20_ms / reference_ms, rtt_70_ms,
        rtt_70_ms / reference_ms, pow(2, rtt_70_ms / reference_ms) - 1,
        pow(rtt_70_ms / reference_ms, 2)]
    )
FROM trips WHERE scenario_set = 'hybla'
