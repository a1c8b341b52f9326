-- What was kept takes its place again.
CREATE OR REPLACE TEMP TABLE student_t AS FROM kept_student_t;
CREATE OR REPLACE TEMP TABLE binomial AS FROM kept_binomial;
DROP TABLE kept_student_t;
DROP TABLE kept_binomial;
