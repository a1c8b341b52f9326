-- page: 5.1
-- statement: Our question to a metric of which no result is printed: the reverse flows of dumbbell and parking lot gain throughput, too. The simple network has none.
-- question: ours
FROM more_claim('reverse_bps', ['dumbbell', 'parking-lot'], all_queueing())
