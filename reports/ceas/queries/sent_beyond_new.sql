-- How much more a connection sends than what is new to the receiver, in percent: the most of any.
SELECT coalesce(printf('%.1f', max(percent)), '(not run)')
FROM (
    SELECT 100 * (sum(sent_bps * width_s) / sum(goodput_bps * width_s) - 1) AS percent
    FROM tcp_series JOIN scenarios USING (study, scenario)
    WHERE study = $study AND scenario_set IN (
        'congestion', 'congestion-baseline', 'capacity', 'capacity-baseline', 'two-flows',
        'two-flows-baseline'
    )
    GROUP BY scenario, subject
)
