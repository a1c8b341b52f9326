-- page: 20
-- statement: After a short disconnection Reno's window falls to one segment and is the last to grow; SACK's is the first.
WITH least AS (
    FROM disconnected('least_cwnd_after_loss') WHERE outage_s < 1 AND reno IS NOT NULL
), grown AS (
    FROM disconnected('time_to_regrow_cwnd') WHERE outage_s < 1
), judged AS (
    SELECT least.reno = 1 AS by_window,
        grown.sack < grown.newreno - 0.001 AND grown.newreno < grown.reno - 0.001 AS by_time
    FROM least JOIN grown USING (outage_s, offset_s)
)
SELECT
    verdict_of(count(*) FILTER (by_window AND by_time), count(*)) AS verdict,
    'of ' || count(*) || ' disconnections in which data was lost, Reno''s window falls to one '
        || 'segment in ' || count(*) FILTER (by_window) || ', and windows grow in this order in '
        || count(*) FILTER (by_time) || '; both in ' || count(*) FILTER (by_window AND by_time)
        AS evidence
FROM judged
