-- Let a study's own queries read the reference, by the names of the tables of these runs.
CREATE TEMP VIEW estimates AS FROM main.reference_estimates;
CREATE TEMP VIEW comparison AS FROM main.reference_comparison;
CREATE TEMP VIEW runs AS FROM main.reference_runs;
CREATE TEMP VIEW scenarios AS FROM main.reference_scenarios;
CREATE TEMP VIEW points AS
SELECT estimates.*, scenarios.* EXCLUDE (study, scenario, parameters)
FROM estimates JOIN scenarios USING (study, scenario);
