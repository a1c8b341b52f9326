-- Response times of the scenarios LIKE $scenarios over one of their axes.
FROM (
    SELECT scenario, variant, COLUMNS(LAMBDA name: name = $axis) AS x, mean AS value
    FROM points
    WHERE study = $study AND metric = 'response_time' AND subject = 'flow1'
        AND scenario LIKE $scenarios
)
ORDER BY place_of(variant), x
