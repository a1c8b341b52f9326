-- page: 5.2.1
-- statement: Over CEAS Reno's goodput falls as the load grows.
FROM falls_with_load_claim(['CEAS'], ['reno'])
