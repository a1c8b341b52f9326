-- What it matters where in the file packets are lost, beside ours, in words: how much more a loss
-- before the 150th packet costs at most, and the largest difference from there on.
WITH apart AS (
    SELECT places.first_packet, places.mean - ours.mean AS more_s
    FROM points AS places
    JOIN points AS ours USING (study, metric, subject, variant, lost)
    WHERE study = $study AND metric = 'response_time' AND subject = 'flow1'
      AND places.scenario_set = 'places' AND ours.scenario_set = 'losses'
)
SELECT
    coalesce(printf('%.2f s', max(more_s) FILTER (first_packet < 150)), '(not run)') AS early,
    coalesce(
        CASE WHEN max(abs(more_s)) FILTER (first_packet >= 150) < 0.005 THEN 'less than 0.01 s' END,
        printf('%.2f s at most', max(abs(more_s)) FILTER (first_packet >= 150)),
        '(not run)'
    ) AS late
FROM apart
