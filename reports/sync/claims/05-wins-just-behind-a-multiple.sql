-- page: 5.3
-- statement: A flow wins if its way back to the queue takes a little longer than a multiple of the time of a packet.
SELECT
    verdict_of(
        count(*) FILTER (
            late_ms BETWEEN 0 AND 8
            AND first_ms = predicted_first_ms AND last_ms = predicted_last_ms
        ),
        count(*)
    ) AS verdict,
    'the stretches begin where the way back is longer than a multiple of ' || any_value(short(packet_ms))
        || ' ms by ' || string_agg(short(late_ms), ', ' ORDER BY first_ms) || ' ms; of '
        || count(*) || ' stretches '
        || count(*) FILTER (first_ms = predicted_first_ms AND last_ms = predicted_last_ms)
        || ' begin and end where the phases of both flows say' AS evidence
FROM (
    SELECT first_ms, last_ms, predicted_first_ms, predicted_last_ms, packet_ms, (4 * first_ms + 2 + 3.2) % packet_ms AS late_ms
    FROM sync_stretches, sync_periods
    WHERE scenario_set = 'newreno' AND sweep = 'newreno' AND newreno_at_each_ms()
)
