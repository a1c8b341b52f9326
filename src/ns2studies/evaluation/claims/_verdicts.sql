-- The rules of verdicts on claims about several cases; ../verdicts.py has what the words mean. Each is
-- NULL without cases.

-- The factor of the limits that represent a text's words; the sensitivity analysis sets it to 0.5 and 2.
CREATE OR REPLACE TEMP MACRO limit_factor() AS coalesce(getvariable('limit_factor'), 1);

-- The verdict on a claim that holds in some number of its cases.
CREATE OR REPLACE TEMP MACRO verdict_of(holding, cases) AS
    CASE WHEN holding = cases AND cases > 0 THEN 'confirmed' WHEN holding > 0 THEN 'partly'
    WHEN cases > 0 THEN 'refuted' END;

-- The same for a claim with several parts, such as a direction and a size, or an order of three, each of
-- which is judged separately in each case. parts: in how many cases each part holds.
CREATE OR REPLACE TEMP MACRO verdict_of_parts(parts, cases) AS
    verdict_of(list_sum(parts), list_sum(list_transform(parts, LAMBDA part: cases)));

-- The same where each case in which a claim does not hold contradicts it: more than half of them refute it.
CREATE OR REPLACE TEMP MACRO verdict_of_each(holding, cases) AS
    CASE WHEN 2 * holding < cases THEN 'refuted' ELSE verdict_of(holding, cases) END;

-- Whether the cases that are clear in one direction may be due to chance where nothing differs: one of three
-- or more, or up to a sixth. More are clear by chance in about a twentieth of all experiments, however
-- the cases are correlated (docs/statistics.md). One of two is as rare by Bonferroni's bound.
CREATE OR REPLACE TEMP MACRO may_be_chance(clear, cases) AS
    clear = 0 OR cases > 2 AND (clear = 1 OR 6 * clear <= cases);

-- A claim about an order, a limit or a similarity. said: the number of cases that clearly support it;
-- against: those that clearly contradict it. It is confirmed if all cases support it; a majority is not enough.
-- A majority against it refutes it, whatever the open cases turn out to be. If no more cases are clear than
-- by chance, and the others are open, it is undecided.
CREATE OR REPLACE TEMP MACRO verdict_of_order(said, against, cases) AS
    CASE WHEN cases > 0 THEN CASE
        WHEN said = cases THEN 'confirmed'
        WHEN 2 * against > cases THEN 'refuted'
        WHEN may_be_chance(said, cases) AND may_be_chance(against, cases) THEN 'undecided'
        WHEN said > 0 THEN 'partly'
        WHEN against > 0 THEN 'refuted'
        ELSE 'undecided' END END;

-- A claim that something happens at all, in each of some cases: too few runs that do not show it prove
-- nothing.
CREATE OR REPLACE TEMP MACRO verdict_of_happening(happening, cases, replications) AS
    CASE WHEN happening = 0 AND replications < fewest_runs() THEN 'undecided'
        ELSE verdict_of(happening, cases) END;

-- A claim that something never happens, in any of some cases: one run in which it does refutes it for its
-- case; without such a run, enough runs are needed to confirm it.
CREATE OR REPLACE TEMP MACRO verdict_of_never(happening, cases, replications) AS
    CASE WHEN happening = 0 AND replications < fewest_runs() THEN 'undecided'
        ELSE verdict_of_order(cases - happening, happening, cases) END;
