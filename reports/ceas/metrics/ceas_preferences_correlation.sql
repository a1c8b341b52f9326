-- title: Correlation of two colonies' preferences
-- table: metrics
-- unit: 1
-- range: -1 to 1
-- definition: Correlation of the probabilities with which ants of two colonies take the short path where the paths part, over the whole seconds while TCP sends; -1 if one takes it as often as the other does not. None where a probability stays the same.
-- source: ours, for whether two connections prefer it in turns (S. Tamrakar's thesis (2009), section 4.6)
-- needs: shared_preferences
SELECT run_id, 'both' AS subject, corr(first, second ORDER BY time_ns) AS value
FROM shared_preferences
GROUP BY run_id
HAVING min(first) < max(first) AND min(second) < max(second)
