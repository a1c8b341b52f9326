-- page: 5.3
-- statement: A flow wins if its way back to the queue takes a little longer than a multiple of the time of a packet.
--
-- Cases are all whole delays. By their phases flow 1 is to win where its way back is longer than a multiple
-- by less than flow 2's own way back takes: there flow 2 gets less than 40 %, and at all other delays it does
-- not, by the interval of the mean over the runs.
WITH cases AS (
    SELECT
        delay_ms, packet_ms, (4 * delay_ms + slow_ms + acknowledgement_ms) % packet_ms
            < 4 * fixed_ms + slow_ms + acknowledgement_ms AS is_to_win,
        low > 60 AS wins, high < 60 AS does_not, share
    FROM mean_shares('newreno', 10, '') CROSS JOIN sync_times
    WHERE scenario_set = 'newreno' AND delay_ms = round(delay_ms) AND newreno_at_each_ms()
), counted AS (
    SELECT
        count(*) FILTER (IF(is_to_win, wins, does_not)) AS said,
        count(*) FILTER (IF(is_to_win, does_not, wins)) AS against,
        count(*) AS cases,
        count(*) FILTER (is_to_win) AS predicted,
        any_value(packet_ms) AS packet_ms,
        string_agg(short(delay_ms) || ' ms (' || short(share) || ' %)', ', ' ORDER BY delay_ms)
            FILTER (is_to_win AND does_not) AS not_won,
        string_agg(short(delay_ms) || ' ms (' || short(share) || ' %)', ', ' ORDER BY delay_ms)
            FILTER (NOT is_to_win AND wins) AS won
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'with a packet''s time of ' || short(packet_ms) || ' ms flow 1 is to win at ' || predicted
        || ' delays and at no other: ' || order_words(said, against, cases)
        || coalesce('; it does not win at ' || not_won, '')
        || coalesce('; it wins elsewhere at ' || won, '') AS evidence
FROM counted
WHERE cases > 0
