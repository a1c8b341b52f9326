-- title: Losses over time by cause
-- table: binned_losses
-- unit: packets
-- definition: Drops of data packets that the trace shows in each piece of time, as in losses_by_place.
-- source: ours; as loss_by_cause
-- needs: losses, time_bins
WITH binned AS (
    SELECT cause, time_ns // width_ns AS bin, count(*) AS packets
    FROM losses, time_bins
    GROUP BY ALL
)
SELECT cause AS subject, bin * width_ns / 1e9 AS time_s, coalesce(packets, 0) AS packets
FROM (SELECT cause, unnest(range(min(bin), max(bin) + 2)) AS bin FROM binned GROUP BY cause)
LEFT JOIN binned USING (cause, bin), time_bins
