-- A value in units of its last printed digit, as an integer.
CREATE OR REPLACE TEMP MACRO as_units(value, decimals) AS
    CAST(round(value * pow(10, decimals)) AS BIGINT);

-- The same for a value of ours, which the study would have rounded or cut off. The small
-- summand keeps a value that is a whole number of units from falling below it in binary.
CREATE OR REPLACE TEMP MACRO as_printed(value, decimals, rounding) AS
    CASE rounding
        WHEN 'truncate' THEN CAST(floor(value * pow(10, decimals) + 1e-9) AS BIGINT)
        ELSE as_units(value, decimals)
    END;

CREATE OR REPLACE TEMP MACRO difference(published, ours) AS
    CASE WHEN published = 0 THEN printf('ours differs by %+.4g', ours)
    ELSE printf('ours differs by %+.4g (%+.3g %%)',
        ours - published, 100 * (ours - published) / published) END;

-- A claim about several cases: does it hold in all, some or none of them? NULL without cases.
CREATE OR REPLACE TEMP MACRO verdict_of(holding, cases) AS
    CASE WHEN holding = cases AND cases > 0 THEN 'holds' WHEN holding > 0 THEN 'holds in part'
    WHEN cases > 0 THEN 'does not hold' END;

-- "12.3 to 14.5", or one number where both read the same.
CREATE OR REPLACE TEMP MACRO span(low, high) AS
    CASE WHEN printf('%.3g', low) = printf('%.3g', high) THEN printf('%.3g', low)
    ELSE printf('%.3g to %.3g', low, high) END;

-- "12.3" without needless digits, for evidence.
CREATE OR REPLACE TEMP MACRO short(value) AS printf('%.4g', value);
