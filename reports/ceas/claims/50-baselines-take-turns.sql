-- page: D
-- statement: With LSRP and DVR two Reno connections take turns: while one is fast the other one is slow.
--
-- The rates of two that fill a link go against each other even if one is ahead all the time: the lead
-- has to go over and back, too. So a correlation below -0.5, and two changes of the lead or more.
WITH counted AS (
    SELECT
        count(*) FILTER (together.high < correlation_limit(-0.5) AND turns.low >= 2) AS said,
        count(*) FILTER (together.low > correlation_limit(-0.5) OR turns.high < 2) AS against,
        count(*) AS cases,
        string_agg(
            routing_name(routing) || ': correlation of the two rates ' || mean_words(together, 1)
                || ', the lead changes ' || mean_words(turns, 1) || ' times a run',
            '; ' ORDER BY routing
        ) AS words
    FROM chosen('two-flows-baseline', 'tcp_rates_correlation', 'both', NULL, 1500) AS together
    JOIN chosen('two-flows-baseline', 'tcp_lead_changes', 'both', NULL, 1500) AS turns
        USING (scenario, routing, variant)
    WHERE variant = 'reno'
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    words || '; ' || order_words(said, against, cases) AS evidence
FROM counted
