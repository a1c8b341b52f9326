-- page: Figure 8
-- statement: Our question to Figure 8, whose axis is in per cent of a thing it does not name: if that is the link's 10 Mb/s, the improvement on the dumbbell with FIFO queues lies on the axis, from 0 to 40 %.
-- question: ours
SELECT * FROM on_axis_claim('points')
