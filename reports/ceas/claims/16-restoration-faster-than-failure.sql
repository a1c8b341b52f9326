-- page: 4.3
-- statement: The best path is found again sooner than the other one was after the failure.
FROM subjects_claim(
    '0-8 failure', '0-8 restoration', 'failure', 'stabilization_time', false, NULL, 1, ' s'
)
