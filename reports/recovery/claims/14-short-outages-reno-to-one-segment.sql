-- page: 20
-- statement: In short disconnections Reno's window falls to one segment, and is the last to grow; SACK's is the first.
--
-- All three in one run. Three parts, each judged at each moment at which data was lost.
WITH least AS (
    FROM disconnected('disconnections', 'least_cwnd_after_loss') WHERE reno IS NOT NULL
), judged AS (
    SELECT
        least.reno = 1 AND least.sack > 1 AS to_one,
        grown.sack < grown.newreno - 0.001 AND grown.sack < grown.reno - 0.001 AS sack_first,
        grown.reno > grown.newreno + 0.001 AND grown.reno > grown.sack + 0.001 AS reno_last
    FROM least JOIN disconnected('disconnections', 'time_to_regrow_cwnd') AS grown USING (offset_s)
)
SELECT
    verdict_of(
        count(*) FILTER (to_one) + count(*) FILTER (sack_first) + count(*) FILTER (reno_last),
        3 * count(*)
    ) AS verdict,
    'of ' || count(*) || ' moments at which data was lost, Reno''s window falls to one segment and SACK''s '
        || 'does not at ' || count(*) FILTER (to_one) || '; after the first disconnection SACK''s is the '
        || 'first to grow at ' || count(*) FILTER (sack_first) || ' and Reno''s the last at '
        || count(*) FILTER (reno_last) AS evidence
FROM judged
