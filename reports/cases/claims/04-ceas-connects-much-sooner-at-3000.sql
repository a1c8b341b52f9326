-- page: 5.2.1
-- statement: At 3000 kb/s connecting takes much less time over CEAS than over LSRP and DVR.
--
-- Much less: by a fifth of the longer time or more.
FROM ceas_against_baselines_claim(
    -1, much_times(), 0, 'steady', 'connect_time_or_end', 'flow1', 3000, 3000, 1, ' s'
)
