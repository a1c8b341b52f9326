-- page: 5.2.3
-- statement: LSRP and DVR hold on to the shortest path and lose far more packets than CEAS.
--
-- Packets that were in a queue or on the line of a link when it failed, or were sent over it later, of those sent;
-- what is lost on links is counted for all systems.
FROM ceas_against_baselines_claim(
    -1, much_times(), 0, 'transient', 'lost_with_links', 'flow1', 0, 5000, 1,
    ' % of the packets lost with links'
)
