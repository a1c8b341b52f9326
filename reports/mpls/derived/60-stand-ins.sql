-- table: stand_ins
-- title: Which scenario takes the place of which with another choice
-- unit: 1
-- definition: For each choice that the thesis leaves open, the scenarios of the standard and those that were run with the choice; none where it was not run with a way of forwarding. Labels that data set up are a choice without runs of its own: they are part of the standard.
-- source: ours; see src/ns2studies/evaluation/sensitivity.py
WITH alternatives AS (
    SELECT
        one.*,
        studies.configuration -> 'scenario_sets' -> one.scenario_set ->> 'of' AS basis
    FROM scenarios AS one JOIN studies USING (study)
    WHERE choice IS NOT NULL
), standard AS (
    SELECT * FROM scenarios WHERE choice IS NULL
), meant AS (
    SELECT DISTINCT one.choice, standard.scenario AS stands_for, one.basis
    FROM alternatives AS one JOIN standard
        ON standard.scenario_set = one.basis
        AND standard.variant = one.variant
        AND standard.application IS NOT DISTINCT FROM one.application
        AND standard.flows IS NOT DISTINCT FROM one.flows
)
SELECT meant.choice, meant.stands_for, one.scenario
FROM meant
JOIN standard ON standard.scenario = meant.stands_for
LEFT JOIN alternatives AS one
    ON one.choice = meant.choice AND one.basis = meant.basis
    AND one.variant = standard.variant
    AND one.application IS NOT DISTINCT FROM standard.application
    AND one.flows IS NOT DISTINCT FROM standard.flows
    AND one.forwarding IS NOT DISTINCT FROM standard.forwarding
    AND one.packet_error_percent IS NOT DISTINCT FROM standard.packet_error_percent
UNION ALL
SELECT 'labels-by-data', one.scenario, other.scenario
FROM standard AS one JOIN standard AS other
    USING (scenario_set, variant, application, flows)
WHERE one.forwarding = 'mpls-control-driven' AND other.forwarding = 'mpls-data-driven'
