-- page: 3.2.3
-- statement: On the parking lot twenty runs suffice for a precision of 5 % with 95 % confidence.
FROM enough_runs_claim(['parking-lot'], 20, 2.093024)
