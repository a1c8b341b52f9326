-- reason: chance
-- claims: 25-transient-ceas-leaves-unstable-links; 49-memory-leaves-cycles
-- words: One run each at quick scale: early and late thirds differ by a few percent either way, and cycles are too rare at some loads to show in one run.
SELECT 'runs a scenario with unstable links and with failures: ' || min(runs)
FROM (
    SELECT scenario, count(*) AS runs
    FROM runs JOIN scenarios USING (study, scenario)
    WHERE scenario_set = 'twelve' GROUP BY scenario
)
