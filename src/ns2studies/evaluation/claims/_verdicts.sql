-- The rules of verdicts on claims about several cases; ../verdicts.py has what the words mean. Each is
-- NULL without cases.

-- What the limits that stand for a text's words are multiplied by: the sensitivity halves and doubles them.
CREATE OR REPLACE TEMP MACRO limit_factor() AS coalesce(getvariable('limit_factor'), 1);

-- Does a claim hold in all, some or none of its cases?
CREATE OR REPLACE TEMP MACRO verdict_of(holding, cases) AS
    CASE WHEN holding = cases AND cases > 0 THEN 'confirmed' WHEN holding > 0 THEN 'partly'
    WHEN cases > 0 THEN 'refuted' END;

-- The same for a statement of several parts, such as a direction and a size, or an order of three, each of
-- which is judged alone in each case: in how many cases each part holds.
CREATE OR REPLACE TEMP MACRO verdict_of_parts(parts, cases) AS
    verdict_of(list_sum(parts), list_sum(list_transform(parts, LAMBDA part: cases)));

-- The same where each case in which it does not hold is the other way: more than half of them refute.
CREATE OR REPLACE TEMP MACRO verdict_of_each(holding, cases) AS
    CASE WHEN 2 * holding < cases THEN 'refuted' ELSE verdict_of(holding, cases) END;

-- Are no more cases clear to one side than chance leaves there where nothing differs? One of three or
-- more, or a sixth of them: more are clear to that side by chance in a twentieth of all experiments,
-- about, however the cases are correlated (docs/statistics.md). One of two is as rare by Bonferroni's
-- bound.
CREATE OR REPLACE TEMP MACRO may_be_chance(clear, cases) AS
    clear = 0 OR cases > 2 AND (clear = 1 OR 6 * clear <= cases);

-- A claim about an order, a limit or a likeness, of which so many cases are clearly as it says, and so
-- many clearly the other way. It holds if all are as it says; no majority makes it hold. A majority
-- against it refutes it, whatever the open cases turn out to be. Where all but a few are open, and chance
-- leaves as few clear, it is open itself.
CREATE OR REPLACE TEMP MACRO verdict_of_order(said, against, cases) AS
    CASE WHEN cases > 0 THEN CASE
        WHEN said = cases THEN 'confirmed'
        WHEN 2 * against > cases THEN 'refuted'
        WHEN may_be_chance(said, cases) AND may_be_chance(against, cases) THEN 'undecided'
        WHEN said > 0 THEN 'partly'
        WHEN against > 0 THEN 'refuted'
        ELSE 'undecided' END END;

-- A claim that something happens at all, in each of some cases: what is seen nowhere in too few runs may
-- still happen.
CREATE OR REPLACE TEMP MACRO verdict_of_happening(happening, cases, replications) AS
    CASE WHEN happening = 0 AND replications < fewest_runs() THEN 'undecided'
        ELSE verdict_of(happening, cases) END;

-- A claim that something never happens, in any of some cases: one run refutes it for its case, and where
-- it is seen in no case it needs enough runs to say so.
CREATE OR REPLACE TEMP MACRO verdict_of_never(happening, cases, replications) AS
    CASE WHEN happening = 0 AND replications < fewest_runs() THEN 'undecided'
        ELSE verdict_of_order(cases - happening, happening, cases) END;
