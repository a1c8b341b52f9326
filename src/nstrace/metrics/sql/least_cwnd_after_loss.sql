-- title: Least congestion window after a loss
-- subject: TCP window
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: The smallest value of a flow's congestion window after its first lost data packet.
-- source: L. Subedi's report (2008), section 3.2: whether the window falls to one segment
-- needs: windows_after_loss
SELECT run_id, subject, min(value) AS value
FROM windows_after_loss
GROUP BY run_id, subject
