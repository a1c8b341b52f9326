-- page: 20
-- statement: In each of the short disconnections Reno's window falls to one segment, and is the last to grow; SACK's is the first.
--
-- Three parts. The fall is judged at each moment of three disconnections in one run, and with the order of
-- growth of each disconnection alone, where data was lost: windows that fall again later tell of no order.
WITH three AS (
    SELECT count(*) AS moments, count(*) FILTER (reno = 1 AND sack > 1) AS three_to_one
    FROM disconnected('disconnections', 'least_cwnd_after_loss') WHERE reno IS NOT NULL
), least AS (
    FROM disconnected('outages', 'least_cwnd_after_loss') WHERE outage_s < 1 AND reno IS NOT NULL
), alone AS (
    SELECT
        least.reno = 1 AND least.sack > 1 AS to_one,
        grown.sack < grown.newreno - 0.001 AND grown.sack < grown.reno - 0.001 AS sack_first,
        grown.reno > grown.newreno + 0.001 AND grown.reno > grown.sack + 0.001 AS reno_last
    FROM least
    JOIN disconnected('outages', 'time_to_regrow_cwnd') AS grown USING (outage_s, offset_s)
), counted AS (
    SELECT
        count(*) AS cases,
        count(*) FILTER (to_one) AS to_one,
        count(*) FILTER (sack_first) AS sack_first,
        count(*) FILTER (reno_last) AS reno_last
    FROM alone
)
SELECT
    verdict_of(three_to_one + to_one + sack_first + reno_last, moments + cases + cases + cases)
        AS verdict,
    'Reno''s window falls to one segment and SACK''s does not at ' || three_to_one || ' of ' || moments
        || ' moments of three disconnections in one run, and in ' || to_one || ' of ' || cases
        || ' single ones; of these SACK''s is the first to grow in ' || sack_first
        || ' and Reno''s the last in ' || reno_last AS evidence
FROM counted CROSS JOIN three
