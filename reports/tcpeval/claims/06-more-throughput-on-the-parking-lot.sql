-- page: Table 1, Figure 9
-- statement: Our question to Table 1, of which no result is printed: on the parking lot SACK PR has more throughput than SACK, with FIFO and with RED.
-- question: ours
FROM more_claim('forward_bps', ['parking-lot'], all_queueing())
