-- reason: unprinted parameter
-- parameter: the rule by which the rate of ants tunes itself
-- claims: 73-rate-tunes-itself
-- words: Section 6.2 names the strategy and gives no rule. Ours sends 1 normal ant a second while all ants return, and 20 while none does. It saves most ants. But pheromones settle two to four times as late in each phase, and TCP waits for them: that ants return does not tell that pheromones have settled.
SELECT 'seconds until pheromones are stable, tuned and at 20 ants/s: ' || string_agg(
    printf('%s %.1f and %.1f', split_part(subject, ' ', 2), tuned.mean, plain.mean), ', '
    ORDER BY subject
)
FROM points AS tuned JOIN points AS plain USING (variant, ant_rate, metric, subject)
WHERE tuned.choice = 'rate-tunes-itself' AND metric = 'stabilization_time' AND subject LIKE '0-8 %'
    AND plain.scenario_set = 'failure' AND NOT plain.previous_hop_memory
