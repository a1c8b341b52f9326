-- reason: unprinted parameter
-- parameter: whether little means packets or a share of them
-- claims: 09-throughput-and-goodput-differ-little; 10-little-is-sent-again
-- words: As said wherever TCP has more than a twentieth of its rate. With more load hardly a packet gets through: what is sent again is a large share there, but of next to nothing.
SELECT string_agg(
    printf(
        'goodput %s 40 kb/s: at most %.1f %% are sent again, and %.1f %% of what arrives are copies (%.1f kb/s)',
        IF(much, 'above', 'below'), again, copies, copied_bps / 1e3
    ), '; ' ORDER BY much DESC
)
FROM (
    SELECT
        goodput.mean >= 40e3 AS much,
        max(again.mean) AS again,
        max(copies.mean) AS copies,
        max(copies.mean / 100 * throughput.mean) AS copied_bps
    FROM scenarios
    JOIN estimates AS goodput USING (scenario)
    JOIN estimates AS throughput USING (scenario)
    JOIN cases_measures AS again USING (scenario)
    JOIN cases_measures AS copies USING (scenario)
    WHERE scenario_set IN ('twelve', 'twelve-baseline') AND event = 'steady'
        AND NOT coalesce(previous_hop_memory, false)
        AND (goodput.metric, goodput.subject) = ('tcp_goodput', 'flow1 whole')
        AND (throughput.metric, throughput.subject) = ('tcp_throughput', 'flow1')
        AND again.metric = 'sent_again' AND copies.metric = 'copies'
    GROUP BY much
)
