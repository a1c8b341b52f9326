-- title: Energy left over time
-- table: binned_energy
-- unit: J
-- definition: What nodes had left at the end of each piece of time, as their last line so far says: the least, the median and the most of all nodes that had said so by then.
-- source: ours; as energy_series
-- needs: node_energy, time_bins
WITH binned AS (
    SELECT node, time_ns // width_ns AS bin, arg_max(energy, line) AS energy
    FROM node_energy, time_bins
    GROUP BY ALL
),
held AS (
    SELECT
        node,
        bin,
        last_value(energy IGNORE NULLS) OVER (PARTITION BY node ORDER BY bin) AS energy
    FROM (SELECT unnest(range(min(bin), max(bin) + 1)) AS bin FROM binned)
    CROSS JOIN (SELECT DISTINCT node FROM binned)
    LEFT JOIN binned USING (node, bin)
)
UNPIVOT (
    SELECT
        bin * any_value(width_ns) / 1e9 AS time_s,
        count(energy) AS nodes,
        min(energy) AS least,
        quantile_disc(energy, 0.5) AS median,
        max(energy) AS most
    FROM held, time_bins
    GROUP BY bin
)
ON least, median, most INTO NAME subject VALUE energy_j
