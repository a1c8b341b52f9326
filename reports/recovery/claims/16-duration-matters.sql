-- page: 20
-- statement: Disconnections of 0.05, 0.1 and 0.2 s have a different impact on the response time of each variant.
--
-- All three in one run, since Table 3 has one value of each variant for them. Cases are the moments at
-- which, as the text has it, Reno falls to one segment and SACK does not: do all variants' response times
-- differ, by more than two decimals hide?
WITH judged AS (
    SELECT
        *,
        least(abs(sack - newreno), abs(newreno - reno), abs(sack - reno)) AS apart_s
    FROM disconnected('disconnections', 'response_time')
    WHERE offset_s IN (FROM partly_lost())
)
SELECT
    verdict_of(count(*) FILTER (apart_s > 0.01), count(*)) AS verdict,
    'at the configured moments ' || max(three(sack, newreno, reno)) FILTER (offset_s = 0)
        || '; all differ at ' || count(*) FILTER (apart_s > 0.01) || ' of ' || count(*)
        || ' moments, by at least ' || printf('%.2f s', min(apart_s)) AS evidence
FROM judged
