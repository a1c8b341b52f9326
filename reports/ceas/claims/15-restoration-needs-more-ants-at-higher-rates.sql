-- page: 4.3
-- statement: After the link is back it takes the more ants, too, the higher their rate is.
FROM trend_claim(1, 'failure', 'stabilization_ants', '0-8 restoration', false, NULL, 1, ' ants')
