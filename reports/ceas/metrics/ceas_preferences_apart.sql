-- title: Time in which two colonies prefer different paths
-- table: metrics
-- unit: %
-- range: 0 to 100
-- definition: Of the whole seconds while TCP sends, those in which ants of one colony take the short path with a probability above a half, and those of the other do not ("both"); those in which the two probabilities differ by 0.3 or more ("both by 0.3").
-- source: ours, for whether two connections take separate paths (S. Tamrakar's thesis (2009), section 4.6)
-- needs: shared_preferences
SELECT
    run_id,
    unnest(['both', 'both by 0.3']) AS subject,
    unnest([
        100 * avg(CAST((first > 0.5) <> (second > 0.5) AS INTEGER)),
        100 * avg(CAST(abs(first - second) >= 0.3 AS INTEGER))
    ]) AS value
FROM shared_preferences
GROUP BY run_id
