-- title: Correlation of the goodputs of two flows
-- table: metrics
-- unit: 1
-- range: -1 to 1
-- definition: Correlation of the goodputs of two flows over the seconds in which both deliver something, -1 if one always has what the other lacks; of runs in which they send for 200 s or longer. None where a goodput is the same in each of these.
-- source: ours, for whether two flows take turns (S. Tamrakar's thesis (2009), appendix D)
-- needs: shared_seconds
SELECT run_id, 'both' AS subject, corr(first_bps, second_bps ORDER BY time_s) AS value
FROM shared_seconds
GROUP BY run_id
HAVING min(first_bps) < max(first_bps) AND min(second_bps) < max(second_bps)
