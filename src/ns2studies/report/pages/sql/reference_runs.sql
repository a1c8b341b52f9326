-- How many runs the reference of a study has.
SELECT count(*) FROM (SELECT DISTINCT scenario_id, seed FROM reference_runs WHERE study = $study)
