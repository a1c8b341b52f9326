-- What the claims of several studies ask. They judge case by case (each rate, level or variant) by
-- 95 % intervals over the replications.

-- Where an interval ends. Fewer than five runs with random numbers say nothing; one without is exact.
CREATE OR REPLACE TEMP MACRO low_end(n, ci_low, mean, is_exact) AS
    CASE WHEN is_exact THEN mean WHEN n >= fewest_runs() THEN coalesce(ci_low, '-infinity')
        ELSE '-infinity' END;

CREATE OR REPLACE TEMP MACRO high_end(n, ci_high, mean, is_exact) AS
    CASE WHEN is_exact THEN mean WHEN n >= fewest_runs() THEN coalesce(ci_high, 'infinity')
        ELSE 'infinity' END;

CREATE OR REPLACE TEMP MACRO variant_name(variant_key) AS
    CASE variant_key WHEN 'reno' THEN 'Reno' WHEN 'sack' THEN 'SACK'
        ELSE coalesce(variant_key, '') END;

-- A number without an exponent, for evidence.
CREATE OR REPLACE TEMP MACRO readable(value) AS
    CASE WHEN abs(value) >= 10000 THEN printf('%.0f', CAST(value AS DOUBLE))
        ELSE short(CAST(value AS DOUBLE)) END;

-- What a statement about an order is worth: how many cases are clearly as it says, how many
-- clearly the other way. It holds if all are: cases have no majority. NULL without cases.
CREATE OR REPLACE TEMP MACRO verdict_of_order(said, against, cases) AS
    CASE WHEN cases > 0 THEN CASE
        WHEN said = cases THEN 'holds'
        WHEN said > 0 THEN 'holds in part'
        WHEN against > 0 THEN 'does not hold'
        ELSE 'undecided' END END;

-- What single runs show, each of them one case: in fewer than five it may be chance.
CREATE OR REPLACE TEMP MACRO verdict_of_runs(holding, runs) AS
    CASE WHEN runs > 0 AND runs < fewest_runs() THEN 'undecided'
        ELSE verdict_of(holding, runs) END;

-- What is neither clearly so nor clearly otherwise.
CREATE OR REPLACE TEMP MACRO open_words(cases) AS
    CASE WHEN cases > 0 THEN ', open in ' || cases ELSE '' END;

CREATE OR REPLACE TEMP MACRO order_words(said, against, cases) AS
    'clearly so in ' || said || ' of ' || cases || ' cases, clearly the other way in ' || against
        || open_words(cases - said - against);

-- A statement about several groups, such as systems with random numbers and without: what is open
-- for one group can only be seen in part or not at all.
CREATE OR REPLACE TEMP MACRO together(verdicts) AS
    CASE WHEN len(list_distinct(verdicts)) = 1 THEN verdicts[1]
        WHEN list_contains(verdicts, 'holds in part') THEN 'holds in part'
        WHEN list_contains(verdicts, 'undecided') THEN 'undecided'
        WHEN len(verdicts) > 1 THEN 'holds in part' END;

-- The same for a statement that values are alike: they are if their means differ by no more than
-- the margin that the claim names (and their intervals are worth something: no wider than half the
-- mean to either side), and are not if the intervals do not touch either.
CREATE OR REPLACE TEMP MACRO is_sharp(low_end, high_end, middle) AS
    high_end - low_end <= abs(middle);

-- Both of two rows with mean, low and high; the margin is a part of the mean of their means.
CREATE OR REPLACE TEMP MACRO are_alike(one, other, percent) AS
    abs(one.mean - other.mean) <= percent / 200 * (one.mean + other.mean)
        AND is_sharp(one.low, one.high, one.mean)
        AND is_sharp(other.low, other.high, other.mean);

CREATE OR REPLACE TEMP MACRO are_apart(one, other, percent) AS
    abs(one.mean - other.mean) > percent / 200 * (one.mean + other.mean)
        AND (one.high < other.low OR one.low > other.high);

CREATE OR REPLACE TEMP MACRO verdict_of_alike(alike, apart, cases) AS
    CASE WHEN cases > 0 THEN CASE
        WHEN alike = cases THEN 'holds'
        WHEN alike > 0 THEN 'holds in part'
        WHEN apart > 0 THEN 'does not hold'
        ELSE 'undecided' END END;

CREATE OR REPLACE TEMP MACRO alike_words(alike, apart, cases) AS
    'alike in ' || alike || ' of ' || cases || ' cases, clearly apart in ' || apart
        || open_words(cases - alike - apart);
