-- page: 4.2
-- statement: As the pheromones become stable the congestion windows of both variants grow.
--
-- The mean window from when they have settled, and until then, in the same runs.
FROM subjects_claim(
    'flow1 settled', 'flow1 settling', 'start', 'tcp_settling_window', NULL, NULL, 1, ' packets'
)
