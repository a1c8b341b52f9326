-- page: 5.1, Figures 7 and 8
-- statement: On the dumbbell with FIFO queues SACK PR has more throughput than SACK at every packet error rate from 1 to 10 %.
FROM more_claim('forward_bps', ['dumbbell'], ['drop-tail'])
