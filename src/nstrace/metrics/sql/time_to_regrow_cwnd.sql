-- title: Time until the congestion window grows again
-- subject: TCP window
-- table: metrics
-- unit: s
-- range: from 0
-- definition: From a flow's first lost data packet to the first growth of its congestion window after which it falls no more. A flow whose window never falls after the loss, or never grows after its last fall, has none.
-- source: ours; L. Subedi's report (2008), section 3.2, on which variant starts to recover its window first
-- needs: windows_after_loss
WITH last_falls AS (
    SELECT run_id, subject, max(end_byte) AS end_byte
    FROM windows_after_loss
    WHERE value < before
    GROUP BY run_id, subject
)
SELECT
    windows_after_loss.run_id,
    windows_after_loss.subject,
    (min(time_ns) - any_value(lost_ns)) / 1e9 AS value
FROM windows_after_loss
JOIN last_falls
    ON windows_after_loss.run_id = last_falls.run_id
    AND windows_after_loss.subject = last_falls.subject
    AND windows_after_loss.end_byte > last_falls.end_byte
WHERE value > before
GROUP BY ALL
