-- table: stand_ins
-- title: Which scenario takes the place of which with another choice
-- unit: 1
-- definition: For each choice that the thesis leaves open, the scenarios of the standard and those that were run with the choice; none where a choice was not run with a packet size, a load or memory.
-- source: ours; see src/ns2studies/evaluation/sensitivity.py
WITH alternatives AS (
    SELECT
        one.*,
        studies.configuration -> 'scenario_sets' -> one.scenario_set ->> 'of' AS basis
    FROM scenarios AS one JOIN studies USING (study)
    WHERE choice IS NOT NULL AND NOT starts_with(scenario_set, 'own-')
), standard AS (
    SELECT * FROM scenarios WHERE choice IS NULL
), meant AS (
    SELECT DISTINCT one.choice, standard.scenario AS stands_for, one.basis
    FROM alternatives AS one JOIN standard
        ON standard.scenario_set = one.basis
        AND standard.variant IS NOT DISTINCT FROM one.variant
        AND standard.routing IS NOT DISTINCT FROM one.routing
        AND standard.event IS NOT DISTINCT FROM one.event
)
SELECT meant.choice, meant.stands_for, one.scenario
FROM meant
JOIN standard ON standard.scenario = meant.stands_for
LEFT JOIN alternatives AS one
    ON one.choice = meant.choice AND one.basis = meant.basis
    AND one.variant IS NOT DISTINCT FROM standard.variant
    AND one.routing IS NOT DISTINCT FROM standard.routing
    AND one.event IS NOT DISTINCT FROM standard.event
    AND one.packet_bytes IS NOT DISTINCT FROM standard.packet_bytes
    AND one.background_kbps IS NOT DISTINCT FROM standard.background_kbps
    AND coalesce(one.previous_hop_memory, false) = coalesce(standard.previous_hop_memory, false)
