-- page: 6.2.2
-- statement: With the smoothed round trip time the curve is a little smoother and Hybla does a little better.
SELECT
    CASE WHEN smoothed_jump < current_jump AND smoothed_share > current_share THEN 'holds'
        WHEN smoothed_jump < current_jump OR smoothed_share > current_share THEN 'holds in part'
        ELSE 'does not hold' END AS verdict,
    'from one millisecond to the next the share changes by ' || short(smoothed_jump)
        || ' points on average instead of ' || short(current_jump) || '; Hybla gets '
        || short(smoothed_share) || ' % on average instead of ' || short(current_share) || ' %'
        AS evidence
FROM (
    SELECT
        avg(jump) FILTER (level = 'smoothed') AS smoothed_jump,
        avg(jump) FILTER (level = 'current') AS current_jump,
        avg(share_1) FILTER (level = 'smoothed') AS smoothed_share,
        avg(share_1) FILTER (level = 'current') AS current_share
    FROM sync_sweeps WHERE scenario_set = 'hybla' AND queue_packets = 10
)
