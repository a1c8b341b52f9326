-- page: 4.2
-- statement: Until the pheromones are stable data takes both paths and arrives out of order; as they settle less of it does.
--
-- The share out of order until they settle, and from then on, in the same runs.
FROM subjects_claim(
    'flow1 settling', 'flow1 settled', 'start', 'tcp_settling_disorder', NULL, NULL, 1,
    ' % out of order'
)
