-- reason: chance
-- claims: 13-steady-within-100-s
-- words: Where the two periods are apart it is not that one of them is no steady state: single runs go either way, and the interval of five of them is wider than the 5 % asked for where losses are many or RED marks.
SELECT 'throughput from 20 to 100 s beside that of the next 100 s, by network and packet error rate: ' || string_agg(
    place || printf(' %+.1f %%', percent), ', ' ORDER BY place
)
FROM (
    SELECT
        early.topology || ' ' || early.packet_error_percent || ' %' AS place,
        100 * (avg(early.mean) / avg(late.mean) - 1) AS percent
    FROM points AS early JOIN points AS late
        USING (study, metric, subject, topology, queueing, protocol, packet_error_percent)
    WHERE study = 'tcpeval' AND metric = 'class_goodput' AND subject = 'forward'
        AND early.scenario_set = 'experiments' AND late.scenario_set = 'long-runs'
    GROUP BY early.topology, early.packet_error_percent
)
