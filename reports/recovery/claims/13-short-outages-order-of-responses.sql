-- page: 20-21
-- statement: When the link is down for 0.05, 0.1 and 0.2 s SACK downloads fastest, NewReno is second, Reno slowest.
--
-- All three in one run. Two parts, SACK before both others and NewReno before Reno, each judged at each moment
-- at which, as the text has it, Reno falls to one segment and SACK does not.
WITH judged AS (
    SELECT
        *,
        offset_s IN (FROM partly_lost()) AS as_in_the_text,
        sack < newreno - 0.001 AND sack < reno - 0.001 AS first,
        newreno < reno - 0.001 AS second
    FROM disconnected('disconnections', 'response_time')
)
SELECT
    verdict_of_parts(
        [count(*) FILTER (as_in_the_text AND first), count(*) FILTER (as_in_the_text AND second)],
        count(*) FILTER (as_in_the_text)
    ) AS verdict,
    'at the configured moments ' || max(three(sack, newreno, reno)) FILTER (offset_s = 0)
        || '; where a part of a window is lost, SACK before both others at '
        || count(*) FILTER (as_in_the_text AND first) || ' and NewReno before Reno at '
        || count(*) FILTER (as_in_the_text AND second) || ' of '
        || count(*) FILTER (as_in_the_text) || ' moments; at the ' || count(*) FILTER (NOT as_in_the_text)
        || ' others, of which the text does not speak, SACK is first at '
        || count(*) FILTER (NOT as_in_the_text AND first) AS evidence
FROM judged
