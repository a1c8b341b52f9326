-- What every measure can use, built for a chunk of runs.
--
-- A data packet is a TCP packet that carries more than the 40 bytes of a header. A sender
-- hands it over when it enters the queue of the link it leaves its source by ('+'), and it
-- arrives when the link into its destination has delivered it ('r').
--
-- All sums are over integers, so that they do not depend on the order of the rows.

CREATE OR REPLACE TEMP VIEW data_packets AS
SELECT * FROM packets WHERE type = 'tcp' AND size_bytes > 40;

CREATE OR REPLACE TEMP TABLE sent AS
SELECT run_id, flow, sequence, min(time_ns) AS first_sent_ns, count(*) AS times_sent
FROM data_packets
WHERE event = '+' AND from_node = source_node
GROUP BY ALL;

CREATE OR REPLACE TEMP TABLE received AS
SELECT run_id, flow, sequence, size_bytes, time_ns, time_ns - first_sent_ns AS delay_ns
FROM data_packets JOIN sent USING (run_id, flow, sequence)
WHERE event = 'r' AND to_node = destination_node;

-- Packets sent, packets received and the sum of delays, by flow.
CREATE OR REPLACE TEMP TABLE flow_totals AS
SELECT run_id, flow, packets_sent, packets_received, delay_sum_ns, delay_square_sum_ns2
FROM (
    SELECT run_id, flow, sum(times_sent) AS packets_sent FROM sent GROUP BY ALL
) LEFT JOIN (
    SELECT
        run_id,
        flow,
        count(*) AS packets_received,
        sum(delay_ns) AS delay_sum_ns,
        sum(CAST(delay_ns AS HUGEINT) * delay_ns) AS delay_square_sum_ns2
    FROM received
    GROUP BY ALL
) USING (run_id, flow);

-- Congestion windows with the flow they belong to and the size of the file they stood in.
CREATE OR REPLACE TEMP VIEW congestion_windows AS
SELECT run_id, flow, time_ns, value, end_byte, file_bytes
FROM variables
JOIN (
    SELECT DISTINCT run_id, flow, source_node, source_port FROM packets
    WHERE type = 'tcp' AND from_node = source_node
) USING (run_id, source_node, source_port)
JOIN (SELECT run_id, max(end_byte) AS file_bytes FROM variables GROUP BY run_id) USING (run_id)
WHERE variable = 'cwnd_';
