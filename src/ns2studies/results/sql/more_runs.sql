-- What macros.sql says of the present runs, said of those that a world has: the variable change.
CREATE OR REPLACE TEMP MACRO fewest_runs() AS getvariable('change').fewest;
CREATE OR REPLACE TEMP MACRO runs_then(n) AS
    greatest(n + getvariable('change').more, getvariable('change').at_least);
