-- page: Table 1, Figure 9
-- statement: On the simple network SACK PR has more throughput than SACK, with FIFO and with RED.
FROM more_claim('forward_bps', ['simple-network'], all_queueing())
