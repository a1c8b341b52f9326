-- reason: chance
-- claims: 18-vegas-lowest-delay-to-3; 19-sack-lowest-delay-from-4; 20-cwnd-largest
-- words: The thesis has one run a rate. With its random numbers the order is the printed one wherever a run was replayed; over independent runs another variant leads at some rate, or a lead is not clear with so few. The evidence names who leads at each.
SELECT 'over the replications and replayed: ' || string_agg(what || ' ' || listed, '; ' ORDER BY what)
FROM (
    SELECT
        what,
        string_agg(percent || ' % ' || several || ' and ' || replayed, ', ' ORDER BY percent) AS listed
    FROM (
        SELECT
            what,
            packet_error_percent AS percent,
            variant_name(arg_min(variant, sign * mean) FILTER (scenario_set = 'losses')) AS several,
            variant_name(
                arg_min(variant, sign * mean) FILTER (scenario_set = 'losses-replayed')
            ) AS replayed
        FROM points JOIN (
            VALUES
                ('lowest delay', 'mean_delay', 1),
                ('largest mean window', 'mean_cwnd_whole_buffers', -1),
                ('smallest mean window', 'mean_cwnd_whole_buffers', 1)
        ) AS asked (what, metric, sign) USING (metric)
        WHERE scenario_set IN ('losses', 'losses-replayed')
        GROUP BY ALL
    )
    GROUP BY what
)
