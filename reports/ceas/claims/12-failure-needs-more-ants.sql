-- page: 4.3
-- statement: After the failure of the best path it takes more ants than at the start until the pheromones are stable.
FROM subjects_claim(
    '0-8 failure', '0-8 start', 'failure', 'stabilization_ants', false, NULL, 1, ' ants'
)
