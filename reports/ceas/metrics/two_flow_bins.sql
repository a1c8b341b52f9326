-- title: Goodput of two connections in each bin
-- table: two_flow_bins
-- unit: bit/s
-- definition: Payload new to the receiver in each bin of the run, from TCP's start on, of two connections over CEAS.
-- source: ours, for what S. Tamrakar's thesis (2009) calls standard errors in Tables 4.3 and 4.4
-- needs: run_parameters, tcp_bins, tcp_flows
SELECT run_id, subject, tcp_bins.start_us, 8e6 * new_payload / width_us AS bps
FROM tcp_bins
JOIN (SELECT run_id, subject, width_us FROM tcp_flows) AS flows USING (run_id, subject)
SEMI JOIN (
    SELECT run_id FROM run_parameters
    WHERE json_array_length(parameters, '$.flows') = 2
        AND json_extract_string(parameters, '$.routing.protocol') = 'ceas'
) AS chosen USING (run_id)
