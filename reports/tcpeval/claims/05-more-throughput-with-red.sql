-- page: Table 1, Figure 9
-- statement: On the dumbbell SACK PR has more throughput with RED, too.
FROM more_claim('forward_bps', ['dumbbell'], ['red'])
