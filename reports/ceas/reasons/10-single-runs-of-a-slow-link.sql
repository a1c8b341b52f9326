-- reason: chance
-- claims: 63-ceas-uses-the-network-better; 45-capacity-large-packets-leave-baselines
-- words: Clearly so wherever chance has no part in the baseline. On the slow link it has one, and fewer than five runs of it give no interval.
SELECT 'runs of a baseline: ' || string_agg(DISTINCT what, ', ' ORDER BY what)
FROM (
    SELECT
        scenario_set || ' ' || count(*) || IF(bool_or(is_random), ', with chance', ', without chance')
            AS what
    FROM runs JOIN scenarios USING (study, scenario)
    WHERE scenario_set IN ('congestion-baseline', 'capacity-baseline')
    GROUP BY scenario_set, scenario
)
