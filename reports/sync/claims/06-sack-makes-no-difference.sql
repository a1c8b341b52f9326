-- page: 4.2
-- statement: Runs with and without SACK hardly differ.
--
-- Read so: shares are less than 5 points apart. Cases are the delays, of NewReno and of Hybla.
WITH pairs AS (
    SELECT 'NewReno' AS sender, apart
    FROM sweeps_apart('defaults', 'ns-2.35', 'defaults', 'plain-receiver')
    UNION ALL
    SELECT 'Hybla with the current round trip time', apart
    FROM sweeps_apart('hybla', 'current', 'hybla-defaults', 'current/plain-receiver')
    UNION ALL
    SELECT 'Hybla with the smoothed round trip time', apart
    FROM sweeps_apart('hybla', 'smoothed', 'hybla-defaults', 'smoothed/plain-receiver')
), senders AS (
    SELECT
        sender,
        count(*) FILTER (lies_within(apart, 5)) AS alike,
        count(*) FILTER (lies_beyond(apart, 5)) AS other,
        count(*) AS cases,
        max(abs(apart.mean)) AS most
    FROM pairs GROUP BY sender
)
SELECT
    verdict_of_order(sum(alike), sum(other), sum(cases)) AS verdict,
    'with receivers that acknowledge selectively and with plain ones shares are less than 5 points '
        || 'apart: ' || string_agg(
            printf('%s %s, by means %.4g points at most', sender,
                alike_words(alike, other, cases), most), '; ' ORDER BY sender DESC
        ) AS evidence
FROM senders
HAVING count(*) > 0
