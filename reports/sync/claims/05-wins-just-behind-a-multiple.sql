-- page: 5.3
-- statement: A flow wins if its way back to the queue takes a little longer than a multiple of the time of a packet.
--
-- Cases are the stretches of delays at which flow 1 wins, in their order: each is to begin at most 8 ms
-- behind a multiple, and to begin and end where the phases of both flows say, by intervals over
-- sweeps of single runs. A sweep in whole milliseconds tells an edge to half of one.
WITH stretches AS (
    SELECT
        place, packet_ms,
        interval_of(list(beyond_ms - 4 ORDER BY seed), false) AS late,
        interval_of(list(first_ms - predicted_first_ms ORDER BY seed), false) AS first,
        interval_of(list(last_ms - predicted_last_ms ORDER BY seed), false) AS last
    FROM sync_stretches
    WHERE scenario_set = 'newreno' AND seed IS NOT NULL AND newreno_at_each_ms()
    GROUP BY place, packet_ms
), counted AS (
    SELECT
        *,
        lies_within(late, 4) AND lies_within(first, 0.5) AND lies_within(last, 0.5) AS alike,
        lies_beyond(late, 4) OR lies_beyond(first, 0.5) OR lies_beyond(last, 0.5) AS other
    FROM stretches
)
SELECT
    verdict_of_order(
        count(*) FILTER (alike), count(*) FILTER (other), count(*)
    ) AS verdict,
    'the stretches begin where the way back is longer than a multiple of '
        || any_value(short(packet_ms)) || ' ms by '
        || string_agg(short(late.mean + 4), ', ' ORDER BY place)
        || ' ms, and begin and end where the phases of both flows say: '
        || alike_words(count(*) FILTER (alike), count(*) FILTER (other), count(*)) AS evidence
FROM counted
HAVING count(*) > 0
