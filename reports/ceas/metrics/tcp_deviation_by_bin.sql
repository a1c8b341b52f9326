-- title: Deviation of the data rate by the width of bins
-- table: metrics
-- unit: bit/s
-- range: from 0
-- definition: Standard deviation, over the bins of a width from a flow's start to the end of the run, of payload that is new to the receiver: for widths of 0.5, 1, 2, 5, 10 and 20 s. Of runs with two flows.
-- source: ours, for what S. Tamrakar's thesis (2009) calls standard errors in Tables 4.3 and 4.4
-- needs: tcp_bins, tcp_flows, tcp_phases
SELECT run_id, subject || ' ' || width_words || ' s' AS subject, stddev_samp(bps ORDER BY bin) AS value
FROM (
    SELECT
        run_id, subject, width_us, width_words,
        (tcp_bins.start_us - whole.start_us) // width_us AS bin,
        8e6 * sum(new_payload) / width_us AS bps
    FROM tcp_bins
    JOIN (
        SELECT run_id, start_us, end_us FROM tcp_phases WHERE phase = 'whole'
    ) AS whole USING (run_id)
    SEMI JOIN (SELECT run_id FROM tcp_flows WHERE flow = 2) AS both_flows USING (run_id)
    CROSS JOIN (
        SELECT
            unnest([500000, 1000000, 2000000, 5000000, 10000000, 20000000]) AS width_us,
            unnest(['0.5', '1', '2', '5', '10', '20']) AS width_words
    ) AS widths
    WHERE tcp_bins.start_us >= whole.start_us
        AND tcp_bins.start_us < whole.start_us
            + (whole.end_us - whole.start_us) // width_us * width_us
    GROUP BY
        run_id, subject, width_us, width_words, (tcp_bins.start_us - whole.start_us) // width_us
)
GROUP BY run_id, subject, width_words
