-- table: stand_ins
-- title: Which scenario takes the place of which with another choice
-- unit: 1
-- definition: For each choice that the study leaves open, the scenarios of the experiments and those that were run with the choice; none where a choice was not run in a network, with a queueing discipline or at a packet error rate. Where no choice was run at all, an experiment is left out beside all of them. spike-rule and response-0-8 are SACK PR as in the set rules, beside the same runs of SACK, at the rates of the other choices if there are any.
-- source: ours; see src/ns2studies/evaluation/sensitivity.py
WITH chosen AS (
    -- By its name, since without the set there is no column of the choice.
    SELECT
        split_part(scenario, '/', 2) AS choice, scenario, topology, queueing, protocol,
        packet_error_percent
    FROM scenarios WHERE scenario_set = 'choices'
), alternatives AS (
    FROM chosen
    UNION ALL
    SELECT of_rules.choice, scenario, topology, queueing, 'sack-pr', packet_error_percent
    FROM scenarios
    JOIN (
        VALUES ('spike-rule', 'sack-pr-spike'), ('response-0-8', 'sack-pr-cut')
    ) AS of_rules (choice, protocol) USING (protocol)
    WHERE scenario_set = 'rules' AND (
        NOT EXISTS (SELECT 1 FROM chosen)
        OR packet_error_percent IN (SELECT packet_error_percent FROM chosen)
    )
), standard AS (
    SELECT scenario, topology, queueing, protocol, packet_error_percent
    FROM scenarios WHERE scenario_set = 'experiments'
), places AS (
    SELECT choice, topology, queueing, packet_error_percent FROM alternatives
    UNION
    SELECT 'as-chosen', topology, queueing, packet_error_percent FROM alternatives
)
SELECT alternatives.choice, standard.scenario AS stands_for, alternatives.scenario
FROM alternatives
JOIN standard USING (topology, queueing, protocol, packet_error_percent)
UNION ALL
-- Left out, both protocols: a rule of SACK PR alone changes nothing of SACK where it was run.
SELECT kinds.choice, standard.scenario, NULL
FROM (SELECT DISTINCT choice FROM places) AS kinds
CROSS JOIN standard
ANTI JOIN places USING (choice, topology, queueing, packet_error_percent)
UNION ALL
-- Longer runs as chosen are no measure of runs with another choice.
SELECT kinds.choice, scenario, NULL
FROM (SELECT DISTINCT choice FROM places) AS kinds
CROSS JOIN scenarios
WHERE scenario_set = 'long-runs'
