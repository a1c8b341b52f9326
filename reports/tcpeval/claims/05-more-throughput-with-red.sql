-- page: Table 1, Figure 9
-- statement: Our question to Table 1, of which no result is printed: on the dumbbell SACK PR has more throughput with RED, too.
-- question: ours
FROM more_claim('forward_bps', ['dumbbell'], ['red'])
