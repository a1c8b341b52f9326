-- reason: unknown after these attempts
-- claims: 12-reno-peak-ftp-4
-- words: Reno peaks highest, as said, but not at 1.8 s. Tried: the mean of each 20 packets, which the thesis' figure may show, instead of the largest delay, and each flow alone.
SELECT 'Reno, largest delay of a packet and of the means of 20 packets, by flow: ' || string_agg(
    flow_name(subject) || printf(' %.2f and %.2f s', peak, mean_peak), ', ' ORDER BY subject
)
FROM (
    SELECT delay_series.subject AS subject, max(max_delay_s) AS peak, max(mean_delay_s) AS mean_peak
    FROM delay_series JOIN scenarios USING (study, scenario)
    WHERE scenario_set = 'variants' AND application = 'ftp' AND flows = 4 AND variant = 'reno'
        AND forwarding = 'mpls-control-driven'
    GROUP BY ALL
)
