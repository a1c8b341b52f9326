-- reason: unprinted parameter
-- parameter: the moments at which the link goes down
-- cells: Table 3 | 0.05, 0.1, and 0.2 | *
-- words: Which part of a window is lost decides what a disconnection costs, and a tenth of a millisecond decides the part. With moments within a burst the printed values lie among ours, or beside them by less than a hundredth. The other windows and round trips that were tried are farther away; with the window of Table 1 a download takes 27 s.
SELECT 'response times at moments at which a part of a window is lost: ' || (
    SELECT string_agg(
        variant_name(variant) || printf(' %.2f to %.2f s', least_s, most_s), ', ' ORDER BY variant
    )
    FROM (
        SELECT variant, min(mean) AS least_s, max(mean) AS most_s
        FROM points
        WHERE scenario_set = 'disconnections' AND metric = 'response_time' AND subject = 'flow1'
            AND offset_s IN (FROM partly_lost())
        GROUP BY variant
    )
) || '; with other choices, SACK, NewReno and Reno: ' || (
    SELECT string_agg(
        choice || printf(' %.2f, %.2f and %.2f s', sack, newreno, reno), '; ' ORDER BY choice
    )
    FROM (
        SELECT
            choice,
            max(mean) FILTER (variant = 'sack') AS sack,
            max(mean) FILTER (variant = 'newreno') AS newreno,
            max(mean) FILTER (variant = 'reno') AS reno
        FROM points
        WHERE scenario_set = 'disconnection-alternatives' AND metric = 'response_time'
            AND subject = 'flow1' AND offset_s = 0
        GROUP BY choice
    )
)
