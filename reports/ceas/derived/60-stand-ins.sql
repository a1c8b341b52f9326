-- table: stand_ins
-- title: Which scenario takes the place of which with another choice
-- unit: 1
-- definition: For each choice that the thesis leaves open, the scenarios of the standard and those that were run with the choice; none where a choice was not run at an ant rate, with a packet size or with memory. What the thesis proposes for later is no choice.
-- source: ours; see src/ns2studies/evaluation/sensitivity.py
WITH alternatives AS (
    SELECT
        one.*,
        studies.configuration -> 'scenario_sets' -> one.scenario_set ->> 'of' AS basis
    FROM scenarios AS one JOIN studies USING (study)
    WHERE choice IS NOT NULL AND choice NOT IN ('data-before-ants', 'piggyback')
        AND NOT starts_with(scenario_set, 'own-')
        AND NOT (scenario_set = 'choices' AND choice = 'as-chosen')
), standard AS (
    SELECT * FROM scenarios WHERE choice IS NULL
), meant AS (
    -- Also what has other rates, sizes or memory than the choice was run with: it is left out.
    SELECT DISTINCT one.choice, standard.scenario AS stands_for, one.basis
    FROM alternatives AS one JOIN standard ON standard.scenario_set = one.basis
    WHERE one.choice = 'as-chosen' OR (
        standard.variant IS NOT DISTINCT FROM one.variant
        AND standard.routing IS NOT DISTINCT FROM one.routing
    )
)
SELECT meant.choice, meant.stands_for, one.scenario
FROM meant
JOIN standard ON standard.scenario = meant.stands_for
LEFT JOIN alternatives AS one
    ON one.choice = meant.choice AND one.basis = meant.basis
    AND one.variant IS NOT DISTINCT FROM standard.variant
    AND one.routing IS NOT DISTINCT FROM standard.routing
    AND coalesce(one.packet_bytes, 1500) = coalesce(standard.packet_bytes, 1500)
    AND coalesce(one.previous_hop_memory, false) = coalesce(standard.previous_hop_memory, false)
    AND one.ant_rate IS NOT DISTINCT FROM standard.ant_rate
