-- reason: other tool
-- cells: Table 2 | 2 | Reno; Table 2 | 5 | Reno; Table 2 | All | *
-- claims: 11-five-take-longer-than-two
-- words: Here a timeout passes. ns counts in whole ticks of 0.5 s, and OPNET, which the report used, in another way that it does not say: other ticks move these cells and no others.
SELECT 'response times with other ticks: ' || string_agg(
    choice || printf(' %.2f s', mean), ', ' ORDER BY choice
)
FROM points
WHERE scenario_set = 'alternatives' AND metric = 'response_time' AND subject = 'flow1'
    AND variant = 'reno' AND lost = '2' AND starts_with(choice, 'tick')
