-- page: 5.3
-- statement: Second connection: over CEAS it has more than half of its full rate.
FROM full_rate_claim(1, 50, 'flow2', ['CEAS'])
