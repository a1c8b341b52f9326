-- page: 4.3
-- statement: And the more ants, the higher their rate is.
FROM trend_claim(1, 'failure', 'stabilization_ants', '0-8 restoration', false, NULL, 1, ' ants')
