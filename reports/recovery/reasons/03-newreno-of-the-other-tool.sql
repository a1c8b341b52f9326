-- reason: other tool
-- cells: Table 2 | 2 | NewReno; Table 2 | 5 | NewReno
-- words: NewReno repeats one packet a round trip, so that each further loss costs a silence. The printed NewReno loses 0.03 s by three more packets: OPNET's must have repeated several in a round trip. No distance between the lost packets gives that and leaves Reno and SACK as printed. In OPNET selective acknowledgements are an option beside Reno and NewReno: with them these two would be near the 19.25 and 19.26 s that are printed for SACK, as they are.
SELECT 'NewReno after five losses, by distance of the lost packets: ' || string_agg(
    spacing || printf(': %.2f s', mean), ', ' ORDER BY spacing
)
FROM points
WHERE scenario_set = 'spacings' AND metric = 'response_time' AND subject = 'flow1'
    AND variant = 'newreno' AND lost = '5'
