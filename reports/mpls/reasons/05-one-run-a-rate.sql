-- reason: chance
-- claims: 18-vegas-lowest-delay-to-3; 19-sack-lowest-delay-from-4; 20-cwnd-largest
-- words: The thesis has one run a rate. With its random numbers the order is the printed one wherever a run was replayed; over independent runs it is not the same in every case.
SELECT 'smallest mean window, replications and replayed: ' || string_agg(
    packet_error_percent || ' % ' || several || ' and ' || replayed, ', '
    ORDER BY packet_error_percent
)
FROM (
    SELECT
        packet_error_percent,
        arg_min(variant, mean) FILTER (scenario_set = 'losses') AS several,
        arg_min(variant, mean) FILTER (scenario_set = 'losses-replayed') AS replayed
    FROM points
    WHERE metric = 'mean_cwnd_whole_buffers' AND scenario_set IN ('losses', 'losses-replayed')
    GROUP BY packet_error_percent
)
