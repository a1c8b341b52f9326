-- reason: chance
-- claims: 51-memory-gains-little-in-all
-- words: As said wherever there are five runs or more and their gains differ little, and clearly otherwise nowhere; the rest is open. Twelve nodes have one run of each scenario at quick scale, of which no interval can be made.
SELECT 'runs of a scenario: ' || string_agg(DISTINCT what, ', ' ORDER BY what)
FROM (
    SELECT scenario_set || ' ' || count(*) AS what
    FROM runs JOIN scenarios USING (study, scenario)
    WHERE scenario_set IN ('twelve', 'uninett', 'small-uninett')
    GROUP BY scenario_set, scenario
)
