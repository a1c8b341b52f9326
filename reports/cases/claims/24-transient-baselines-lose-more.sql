-- page: 5.2.3
-- statement: LSRP and DVR hold on to the shortest path and lose far more packets than CEAS.
--
-- What is lost is sent again, and so is, over CEAS, some of what is merely late. Losses on links are
-- counted for all systems, those in routers for CEAS only.
FROM ceas_against_baselines_claim(
    -1, much_times(), 0, 'transient', 'sent_again', 'flow1', 0, 5000, 1,
    ' % of the packets retransmitted'
)
