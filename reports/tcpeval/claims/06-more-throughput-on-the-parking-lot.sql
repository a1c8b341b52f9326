-- page: Table 1, Figure 9
-- statement: On the parking lot SACK PR has more throughput than SACK, with FIFO and with RED.
FROM more_claim('forward_bps', ['parking-lot'], all_queueing())
