-- reason: chance
-- claims: 01-variants-connect-alike
-- words: Alike in each run with up to 3500 kb/s. With more, over LSRP and DVR, hardly a packet gets through, and a millisecond decides how often the first one is sent until it does. Five seeds have only two outcomes there, since a baseline draws nothing but the phase of TCP's clock.
SELECT 'seconds to connect, by seed: ' || string_agg(
    routing || ', ' || variant || ', ' || background_kbps || ' kb/s: ' || listed, '; '
    ORDER BY routing, background_kbps, variant
)
FROM (
    SELECT
        routing, variant, background_kbps,
        string_agg(printf('%.1f', value), ', ' ORDER BY seed) AS listed
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE scenario_set = 'twelve-baseline' AND event = 'steady' AND metric = 'tcp_connect_time'
        AND background_kbps > 3500
    GROUP BY routing, variant, background_kbps
)
