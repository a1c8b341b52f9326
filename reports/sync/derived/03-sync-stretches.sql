-- table: sync_stretches
-- title: Stretches of delays at which flow 2 loses
-- unit: ms
-- definition: NewReno against NewReno: runs of whole milliseconds of delay at which flow 2 gets less than 40 % of the goodput. Beyond: by how much flow 1's way back to the queue (each access link of delay d twice, the slow link twice, and the acknowledgement's time on it) exceeds a multiple of a packet's time on the slow link, at the first of them. Predicted: whole milliseconds at which that is less than flow 2's own way back. In the sweep of one seed, or without a seed in that of the means.
-- source: ours, for the report's "every 20 ms a period of around 6 or 7 ms" (section 5.1)
-- reference: yes
SELECT
    stretches.*,
    packet_ms,
    (4 * first_ms + way_ms) % packet_ms AS beyond_ms,
    ceil((nearest_ms - way_ms) / 4) AS predicted_first_ms,
    floor((nearest_ms + 4 * fixed_ms) / 4) AS predicted_last_ms
FROM (
    SELECT
        level,
        seed,
        row_number() OVER (PARTITION BY scenario_set, level, seed ORDER BY min(delay_ms)) AS place,
        min(delay_ms) AS first_ms,
        max(delay_ms) AS last_ms,
        max(delay_ms) - min(delay_ms) + 1 AS width_ms,
        max(share_1) AS largest_share_1,
        min(delay_ms) - lag(min(delay_ms)) OVER (
            PARTITION BY scenario_set, level, seed ORDER BY min(delay_ms)
        ) AS after_ms,
        scenario_set
    FROM (
        SELECT
            *,
            delay_ms - row_number() OVER (
                PARTITION BY scenario_set, queue_packets, level, seed ORDER BY delay_ms
            ) AS stretch
        FROM sync_run_sweeps
        WHERE scenario_set IN ('newreno', 'defaults') AND queue_packets = 10 AND share_1 > 60
    )
    GROUP BY scenario_set, level, seed, stretch
) AS stretches
JOIN sync_times USING (scenario_set),
    LATERAL (SELECT slow_ms + acknowledgement_ms AS way_ms),
    LATERAL (SELECT packet_ms * round((4 * first_ms + way_ms) / packet_ms) AS nearest_ms)
ORDER BY scenario_set, level, seed, first_ms
