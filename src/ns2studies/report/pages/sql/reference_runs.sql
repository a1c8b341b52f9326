-- How many runs the reference of a study has, and the hours that these simulate.
SELECT count(*), sum(simulated_s) / 3600
FROM (SELECT DISTINCT scenario_id, seed, simulated_s FROM reference_runs WHERE study = $study)
