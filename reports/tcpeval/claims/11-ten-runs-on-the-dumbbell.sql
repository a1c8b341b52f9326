-- page: 3.2.3
-- statement: On the dumbbell ten runs suffice for a precision of 5 % with 95 % confidence.
FROM enough_runs_claim(['dumbbell'], 10, 2.262157)
