-- page: 4.2
-- statement: The number of ants that it takes is nearly the same at every ant rate.
FROM same_at_rates_claim(
    alike_percent(), 'stabilization', 'stabilization_ants', '0-8 start', NULL, NULL, 1, ' ants'
)
