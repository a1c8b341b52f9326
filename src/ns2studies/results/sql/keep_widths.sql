-- What widths of intervals are read from, kept while others take their place.
CREATE TEMP TABLE kept_student_t AS FROM student_t;
CREATE TEMP TABLE kept_binomial AS FROM binomial;
