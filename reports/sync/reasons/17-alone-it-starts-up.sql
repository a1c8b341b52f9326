-- reason: contradiction in the text
-- claims: 28-bursts-at-70-ms
-- words: Timeouts follow each other, as said. But by section 5.1 flow 1 starts 20 s before flow 2, so that it is in congestion avoidance by then, and so it is here: alone it fills the queue, and grows as usual. It is crippled once the other flow takes the places of the queue.
SELECT 'Hybla''s largest window alone, and in the 20 s after flow 2 has started: '
    || short(max(max_cwnd_packets) FILTER (time_s < 20)) || ' and '
    || short(max(max_cwnd_packets) FILTER (time_s BETWEEN 21 AND 40)) || ' packets'
FROM cwnd_series
WHERE study = 'sync' AND scenario = 'hybla/10/current/70.0' AND subject = 'flow1' AND seed = 1
