-- page: Figure 8
-- statement: On the dumbbell with FIFO queues the improvement of throughput, in per cent of SACK's, lies on the figure's axis, from 0 to 40 %.
--
-- The picture is not in our copy; 40 is the highest number of its axis that is.
SELECT * FROM on_axis_claim('gain')
