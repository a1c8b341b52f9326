-- table: stand_ins
-- title: Which scenario takes the place of which with another choice
-- unit: 1
-- definition: For each choice that the report leaves open, the scenarios of the standard and those that were run with the choice; none at delays that it was not run at. Hybla's other sweeps were not run with other defaults of ns, and nothing is said of them with these.
-- source: ours; see src/ns2studies/evaluation/sensitivity.py
WITH alternatives AS (
    -- Window rule 1 is printed: with 0 it is no choice.
    SELECT
        *,
        coalesce(choice, defaults) AS chosen,
        CASE scenario_set
            WHEN 'defaults' THEN 'newreno' WHEN 'hybla-defaults' THEN 'hybla' ELSE 'red'
        END AS basis
    FROM scenarios
    WHERE choice IS NOT NULL OR defaults NOT IN ('ns-2.27', 'window-rule-0')
), others AS (
    FROM (VALUES
        ('newreno', 'newreno'), ('newreno', 'newreno-fast'), ('newreno', 'hybla-fine'),
        ('hybla', 'hybla'), ('hybla', 'newreno-fast'), ('hybla', 'hybla-fine'),
        ('hybla', 'hybla-minimum'), ('hybla', 'hybla-paced'), ('hybla', 'hybla-queues'),
        ('hybla', 'red'), ('red', 'red')
    ) AS compared (basis, scenario_set)
), meant AS (
    SELECT DISTINCT one.chosen, standard.scenario AS stands_for
    FROM alternatives AS one
    JOIN others USING (basis)
    JOIN scenarios AS standard ON standard.scenario_set = others.scenario_set
)
SELECT meant.chosen AS choice, meant.stands_for, one.scenario
FROM meant
JOIN scenarios AS standard ON standard.scenario = meant.stands_for
LEFT JOIN alternatives AS one
    ON one.chosen = meant.chosen AND one.basis = standard.scenario_set
    AND one.queue_packets = standard.queue_packets
    AND one.algorithm IS NOT DISTINCT FROM standard.algorithm
    AND one.delay_ms = standard.delay_ms
