-- reason: chance
-- claims: 17-variants-resume-alike
-- words: The means of both variants are within 5 % of each other at each rate. At two of the seven rates runs differ by more, so that fifteen of them cannot show that the means lie within the 10 % that stand for "about as long"; within 20 % they do at all rates.
SELECT 'SACK longer than Reno, in the mean, by ant rate: ' || string_agg(
    printf('%d: %+.1f %%', ant_rate, 100 * (sack.mean / reno.mean - 1)), ', ' ORDER BY ant_rate
)
FROM points AS sack JOIN points AS reno
    USING (scenario_set, metric, subject, ant_rate, previous_hop_memory)
WHERE scenario_set = 'failure' AND metric = 'tcp_time_to_resume' AND subject = 'flow1 failure'
    AND NOT previous_hop_memory AND sack.variant = 'sack' AND reno.variant = 'reno'
