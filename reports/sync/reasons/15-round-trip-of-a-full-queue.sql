-- reason: contradiction in the text
-- claims: 27-queue-is-filled-most-of-the-time
-- words: Each loss halves a window, as Figures 3 and 4 show, and until it has grown again the queue holds fewer packets. The printed 852 ms are the round trip time in front of a full queue, which is what a packet meets around a loss; the phase effect needs no more than that.
SELECT 'waiting packets on average, by delays: ' || span(min(waiting), max(waiting))
    || '; with the one that is being sent, and ' || short(any_value(packet_ms))
    || ' ms for each, flow 2''s round trip time is about ' || span(
        min(4 * fixed_ms + slow_ms + packet_ms * (1 + waiting)),
        max(4 * fixed_ms + slow_ms + packet_ms * (1 + waiting))
    ) || ' ms'
FROM (
    SELECT
        scenario_set, sum(time_percent * waiting_packets) / 100 / count(DISTINCT seed) AS waiting
    FROM queue_occupancy JOIN scenarios USING (study, scenario)
    WHERE study = 'sync' AND scenario_set = 'newreno' AND subject = 'link 2-3'
    GROUP BY scenario_set, scenario
) JOIN sync_times USING (scenario_set)
