-- page: 4.3
-- statement: After the link is back the result is similar: more ants than at the start.
FROM subjects_claim(
    '0-8 restoration', '0-8 start', 'failure', 'stabilization_ants', false, NULL, 1, ' ants'
)
