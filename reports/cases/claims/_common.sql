-- What the claims of this study ask. They are judged case by case (level of background traffic,
-- variant, system) by 95 % intervals over the replications: of differences of runs with the same seed,
-- where two things are compared. The thesis has one run of a baseline; as it depends on the seed, one
-- is too few. Scenarios of a seed share random numbers, so that cases are not independent.
--
-- Words of the thesis that are no numbers mean the same in all claims, and in those of study ceas:
--   similar, unchanged, insignificant, not affected    within a tenth
--   slight, little                                     up to a tenth; very little: half of that
--   significant, much, far, affected                   a fifth or more
--   negligible                          less than a twentieth of TCP's 800 kb/s on twelve nodes
-- The sensitivity judges all claims with these limits halved and doubled, too.
-- What is said of all systems is judged for CEAS and for the baselines, and then together.
-- Rates on twelve nodes are compared where at least one of the two is more than negligible.

CREATE OR REPLACE TEMP MACRO negligible_bps() AS 40e3 * limit_factor();
CREATE OR REPLACE TEMP MACRO slight_percent() AS 10 * limit_factor();
CREATE OR REPLACE TEMP MACRO much_percent() AS 20 * limit_factor();
CREATE OR REPLACE TEMP MACRO much_times() AS 1 + much_percent() / 100;
CREATE OR REPLACE TEMP MACRO left_at_most() AS 0.1 * limit_factor();
CREATE OR REPLACE TEMP MACRO baselines() AS ['LSRP', 'DVR'];
CREATE OR REPLACE TEMP MACRO all_systems() AS ['CEAS', 'LSRP', 'DVR'];

-- What a scenario is made of in words, for evidence.
-- Which of the networks that section 5.2 allows; the first one is Figure 5.1's.
CREATE OR REPLACE TEMP MACRO drawn_network(network) AS
    CASE network WHEN 'ceas-12-fans' THEN 'two fans'
        WHEN 'ceas-12-sparse' THEN 'two or three neighbours' ELSE 'our Figure 5.1' END;
CREATE OR REPLACE TEMP MACRO at_load(variant, level) AS
    variant_name(variant) || ' at ' || level || ' kb/s';
