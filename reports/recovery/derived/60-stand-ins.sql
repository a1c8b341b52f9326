-- table: stand_ins
-- title: Which scenario takes the place of which with another choice
-- unit: 1
-- definition: For each choice that the report leaves open, the scenarios of the standard and those that were run with the choice. Other places, spacings and moments of losses were run with the standard alone, and are left out beside all choices; so are other durations and moments of the disconnection.
-- source: ours; see src/ns2studies/evaluation/sensitivity.py
WITH alternatives AS (
    SELECT *, CASE scenario_set
        WHEN 'alternatives' THEN 'losses' WHEN 'outage-alternatives' THEN 'outages'
        ELSE 'disconnections' END AS basis
    FROM scenarios WHERE choice IS NOT NULL
), standard AS (
    SELECT * FROM scenarios WHERE choice IS NULL AND scenario_set <> 'load'
), pairs AS (
    SELECT one.choice, standard.scenario AS stands_for, one.scenario
    FROM alternatives AS one JOIN standard
        ON standard.scenario_set = one.basis AND standard.variant = one.variant
        AND standard.lost IS NOT DISTINCT FROM one.lost
        AND standard.outage_s IS NOT DISTINCT FROM one.outage_s
        AND standard.offset_s IS NOT DISTINCT FROM one.offset_s
)
FROM pairs
UNION ALL
SELECT
    'as-chosen', scenario,
    CASE WHEN scenario IN (SELECT stands_for FROM pairs) THEN scenario END
FROM standard
